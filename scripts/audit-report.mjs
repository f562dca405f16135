// Findings of `npm audit --json` (report version 2) that need action (docs/security.md, "What the product is made of").

export const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'];

const idOf = ({ url, source }) => /GHSA(?:-[0-9a-z]{4}){3}/.exec(url ?? '')?.[0] ?? String(source);

/** Each advisory of a package once, whichever dependency brings the package in. */
export const advisoriesOf = ({ vulnerabilities }) => {
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities))
    for (const one of via)
      if (typeof one === 'object')
        found.set(`${one.name} ${idOf(one)}`, { package: one.name, advisory: idOf(one), ...one });
  return [...found.values()];
};

/** Whether the answer is a report. A registry that does not support audits returns a message instead. */
export const isReport = (answer) => answer?.auditReportVersion === 2 && typeof answer.vulnerabilities === 'object';

const isSame = (one, other) => one.package === other.package && one.advisory === other.advisory;

/**
 * What fails: advisories of at least this severity without an exception, or whose exception has expired on `today`
 * (YYYY-MM-DD); and exceptions that lack a date or reason, are valid for too long, or are no longer needed.
 */
export const auditFaults = (report, { failFrom, accepted, acceptedAtMostDays }, today) => {
  const advisories = advisoriesOf(report);
  const grave = advisories.filter(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failFrom));
  const last = new Date(Date.parse(today) + acceptedAtMostDays * 86_400_000).toISOString().slice(0, 10);
  return [
    ...grave
      .filter((one) => !accepted.some((other) => isSame(one, other)))
      .map((one) => `${one.package} ${one.advisory} (${one.severity}): ${one.title}`),
    ...accepted.flatMap((one) => {
      const where = `${one.package} ${one.advisory}`;
      if (!/^\d{4}-\d\d-\d\d$/.test(one.until ?? '') || !one.why)
        return [`${where}: the exception has no date or no reason`];
      if (one.until < today) return [`${where}: the exception expired on ${one.until}`];
      if (one.until > last)
        return [`${where}: the exception is valid until ${one.until}, later than the limit ${last}`];
      return advisories.some((other) => isSame(one, other))
        ? []
        : [`${where}: the exception is no longer needed, because the vulnerability is no longer reported`];
    }),
  ];
};
