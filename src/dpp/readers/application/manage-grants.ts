import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type Fault,
  InputRefused,
  invalidValue,
  NoSuchEntity,
  type Page,
  refuse,
  required,
  sentence,
  Transactions,
} from '../../../../libs/kernel/index.js';
import { ofExisting, References } from '../../../../libs/records/index.js';
import { type Actor, gtin14, GTINS, ofScheme, schemeFaults } from '../../passport/domain/index.js';
import { DppSettings } from '../../passport/index.js';
import { Templates } from '../../templates/index.js';
import {
  type Grant,
  GRANT_DAYS_MAX,
  GRANTED_MAX,
  type GrantedPassports,
  namesNothing,
  isTooLong,
  STATUS_POINT,
  untilOf,
} from '../domain/grant.js';
import { Grants } from '../ports/grants.js';
import type { GrantBody } from './grant-body.js';

const passportIdsOf = (sent: unknown): readonly number[] | undefined => {
  if (sent === null || sent === undefined) return [];
  if (!Array.isArray(sent) || sent.length > GRANTED_MAX) return undefined;
  const ids = sent as readonly unknown[];
  return ids.every((id): id is number => Number.isSafeInteger(id) && (id as number) > 0) ? ids : undefined;
};

const operatorFaults = ({ scheme, id }: NonNullable<Grant['to']['operator']>, field: string): readonly Fault[] =>
  schemeFaults({ idScheme: scheme, operatorId: id }, field).length > 0
    ? [invalidValue(`${field}.id`, id, ofScheme(scheme))]
    : [];

/** Manages grants for reading non-public data or for measuring (passports-readers.md, "Grants"). */
@Injectable()
export class ManageGrants {
  constructor(
    private readonly grants: Grants,
    private readonly templates: Templates,
    private readonly references: References,
    private readonly transactions: Transactions,
    private readonly settings: DppSettings,
    private readonly clock: Clock,
  ) {}

  /** Returns the token, which cannot be retrieved later. `InputRefused`. */
  async give(body: GrantBody, by: Actor): Promise<{ readonly grant: Grant; readonly token: string }> {
    const now = this.clock.now();
    const until = untilOf(body.until);
    const granted = await this.granted(body);
    refuse([
      ...(this.settings.audiences.has(body.audience)
        ? []
        : [invalidValue('audience', body.audience, [...this.settings.audiences.keys()].join(', '))]),
      ...(body.purpose.trim() === '' ? [required('purpose')] : []),
      ...(body.to.name.trim() === '' ? [required('to.name')] : []),
      ...(body.to.operator ? operatorFaults(body.to.operator, 'to.operator') : []),
      ...this.untilFaults(body.until, until, now),
      ...(await this.pointFaults(body)),
    ]);
    const made = {
      audience: body.audience,
      scope: body.scope,
      for: granted,
      points: body.points ?? null,
      to: {
        name: body.to.name,
        email: body.to.email,
        operator: body.to.operator ?? null,
        onBehalfOf: body.to.onBehalfOf ?? null,
      },
      purpose: body.purpose,
      until: until ?? now,
      suspendedAt: null,
      revokedAt: null,
      revokedBy: null,
      createdAt: now,
      madeBy: by,
    };
    const { id, token } = await this.transactions.write(() => this.grants.add(made));
    return { grant: { ...made, id }, token };
  }

  async get(id: number): Promise<Grant> {
    const found = await this.grants.byId(id);
    if (!found) throw new NoSuchEntity('id', id);
    return found;
  }

  search(criteria: Criteria): Promise<Page<Grant>> {
    return this.grants.search(criteria);
  }

  /** Takes effect in every process at once, because each read looks up the grant. */
  async revoke(id: number, by: Actor): Promise<Grant> {
    await this.get(id);
    await this.transactions.write(() => this.grants.revoke(id, this.clock.now(), by));
    return this.get(id);
  }

  /** Suspends a grant. It cannot be used until it is resumed. */
  suspend(id: number): Promise<Grant> {
    return this.changed(id, ({ suspendedAt }) => ({ suspendedAt: suspendedAt ?? this.clock.now() }));
  }

  resume(id: number): Promise<Grant> {
    return this.changed(id, () => ({ suspendedAt: null }));
  }

  async renew(id: number, said: string): Promise<Grant> {
    await this.get(id);
    const now = this.clock.now();
    const until = untilOf(said);
    refuse(this.untilFaults(said, until, now));
    return this.changed(id, () => ({ until: until ?? now }));
  }

  /** Revokes all grants of an operator's recipients. Returns the number of revoked grants. */
  async end(operator: NonNullable<Grant['to']['operator']>, by: Actor): Promise<number> {
    refuse(operatorFaults(operator, 'operator'));
    return this.transactions.write(() => this.grants.revokeOf(operator, this.clock.now(), by));
  }

  private changed(id: number, change: (grant: Grant) => Parameters<Grants['change']>[1]): Promise<Grant> {
    return this.transactions.write(async () => {
      const grant = await this.get(id);
      if (grant.revokedAt !== null)
        throw InputRefused.sentence('Grant %id is revoked and cannot be changed. Create a new grant.', { id });
      await this.grants.change(id, change(grant));
      return this.get(id);
    });
  }

  private untilFaults(said: string, until: Date | undefined, now: Date): readonly Fault[] {
    if (!until || until <= now) return [invalidValue('until', said, 'times in the future')];
    return isTooLong(said, until, now)
      ? [
          sentence(
            'The expiry time is too far in the future. Send one that is at most %max days from now.',
            { max: GRANT_DAYS_MAX },
            'until',
          ),
        ]
      : [];
  }

  private async pointFaults({ scope, points }: GrantBody): Promise<readonly Fault[]> {
    if (points === null || points === undefined) return [];
    if (scope !== 'measure')
      return [
        sentence(
          '"%fieldName" is only allowed for a grant with the scope "measure". Leave it out, or change the scope.',
          { fieldName: 'points' },
          'points',
        ),
      ];
    if (points.length === 0) return [required('points')];
    if (points.includes(STATUS_POINT))
      return [
        sentence(
          'A grant cannot allow measurements of "%point", because only the operator can add them. Leave this point out.',
          { point: STATUS_POINT },
          'points',
        ),
      ];
    const known = await this.templates.measuredPoints();
    return points
      .filter((point) => !known.has(point))
      .map((point) =>
        sentence(
          'No template has the measured point "%point". Send one of the measured points that the guide of the template lists.',
          { point },
          'points',
        ),
      );
  }

  /** A grant for an unused ID could read any passport that gets this ID later. */
  private async absentFaults(passportIds: readonly number[]): Promise<readonly Fault[]> {
    const found = await this.references.keys('passport', 'id', passportIds);
    return passportIds
      .filter((id) => !found.has(id))
      .map((id) =>
        sentence(
          'A passport with the ID %id does not exist. Send the ID of an existing passport.',
          { id },
          'for.passport_ids',
        ),
      );
  }

  private async granted({ for: sent }: GrantBody): Promise<GrantedPassports> {
    const faults: Fault[] = [];
    const gtinOf = (text: string, field: string): string => {
      const gtin = gtin14(text);
      if (gtin === undefined) faults.push(invalidValue(field, text, GTINS));
      return gtin ?? text;
    };
    const passportIds = passportIdsOf(sent.passportIds);
    if (!passportIds)
      faults.push(invalidValue('for.passport_ids', sent.passportIds, `lists of at most ${GRANTED_MAX} passport IDs`));
    else faults.push(...(await this.absentFaults(passportIds)));
    const template = sent.template === '' ? null : (sent.template ?? null);
    if (template !== null && (await this.templates.numbersOf(template)).length === 0)
      faults.push(invalidValue('for.template', template, ofExisting('code', 'template')));
    const granted: GrantedPassports = {
      gtins: (sent.gtins ?? []).map((text) => gtinOf(text, 'for.gtins')),
      serials: (sent.serials ?? []).map(({ gtin, serial }) => ({ gtin: gtinOf(gtin, 'for.serials.gtin'), serial })),
      passportIds: passportIds ?? [],
      template,
    };
    refuse(faults);
    if (namesNothing(granted))
      throw InputRefused.sentence('The grant covers no passports. Send gtins, serials, passport_ids or a template.');
    return granted;
  }
}
