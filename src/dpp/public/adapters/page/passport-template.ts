import { definePart } from './markup.js';

/** A text with its language if that differs from the page's. */
definePart(
  '@text',
  `<% if (it.lang) { %><span lang="<%= it.lang %>"><%~ content(it.text) %></span><% } else { %><%~ content(it.text) %><% } %>`,
);

definePart(
  '@value',
  `<% const value = it.value %>
<% if (value.kind === 'text') { %><span class="text"><%~ include('@text', value) %></span>
<% } else if (value.kind === 'number') { %><span class="number"><%= value.text %><% if (value.unit) { %>&nbsp;<span class="unit"><%~ content(value.unit) %></span><% } %></span>
<% } else if (value.kind === 'link') { %><a href="<%= value.href %>" rel="noopener noreferrer nofollow"><%~ content(value.text) %></a>
<% } else if (value.kind === 'list') { %><ul class="values">
<% for (const one of value.items) { %><li><%~ include('@value', { value: one, label: it.label, words: it.words }) %></li>
<% } %></ul>
<% } else if (value.kind === 'group') { %><%~ include('@fields', { fields: value.fields, words: it.words, isInner: true }) %>
<% } else if (value.kind === 'table') { %><div class="scroll" role="group" aria-label="<%= alone(it.label) %>" tabindex="0"><table>
<thead><tr><% for (const head of value.heads) { %><th scope="col"><%~ include('@text', head) %></th><% } %></tr></thead>
<tbody>
<% for (const row of value.rows) { %><tr><% for (const cell of row) { %><td><% if (cell) { %><%~ include('@value', { value: cell, label: it.label, words: it.words }) %><% } else { %>–<% } %></td><% } %></tr>
<% } %></tbody>
</table></div>
<% } %>`,
);

definePart(
  '@fields',
  `<dl class="<%= it.isInner ? 'fields inner' : 'fields' %>">
<% for (const field of it.fields) { const isWide = field.value.kind === 'table' || field.value.kind === 'group' || (field.value.kind === 'list' && field.value.items.some((one) => one.kind === 'group')) %>
<div class="<%= isWide ? 'field wide' : 'field' %>">
<dt><span class="label"><%~ include('@text', field.label) %></span>
<% if (field.definition && !it.isInner) { %><span class="definition"><%~ include('@text', field.definition) %></span><% } %>
<% if (field.cite) { %><details class="cite"><summary><span class="mark" aria-hidden="true">§</span> <%= it.words.legalBasis %></summary><%~ content(field.cite) %></details><% } %></dt>
<dd><%~ include('@value', { value: field.value, label: field.label.text, words: it.words }) %><% if (field.measured) { %> <span class="soft"><%= field.measured %></span><% } %><% if (field.reasons?.length) { %><%~ include('@fields', { fields: field.reasons, words: it.words, isInner: true }) %><% } %></dd>
</div>
<% } %></dl>`,
);

definePart(
  '@facts',
  `<dl class="facts">
<% for (const fact of it.facts) { %><div><dt><%= fact.label %></dt><dd<% if (fact.code) { %> class="code"<% } %>><%~ include('@value', { value: fact.value, label: fact.label, words: it.words }) %></dd></div>
<% } %></dl>`,
);

/** The passport page; `it` is a `PassportView` with the controller's additions. */
export const PASSPORT_TEMPLATE = `<!doctype html>
<html lang="<%= it.page %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="<%= it.words.title %>: <%= alone(it.name.text) %>">
<title><%= alone(it.name.text) %> · <%= it.words.title %></title>
<link rel="icon" href="<%= it.icon %>">
<link rel="canonical" href="<%= it.address %>">
<style><%~ it.style %></style>
</head>
<body>
<a class="skip" href="#content"><%= it.words.skip %></a>
<header class="hero">
<div class="bar">
<p class="kicker"><%= it.words.title %></p>
<nav class="languages" aria-label="<%= it.words.languages %>">
<% for (const one of it.pages) { %><a href="?lang=<%= one.language %>" lang="<%= one.language %>" hreflang="<%= one.language %>"<% if (one.isShown) { %> aria-current="true"<% } %>><%= one.name %></a>
<% } %></nav>
</div>
<h1><%~ include('@text', it.name) %></h1>
<p class="about"><%~ include('@text', it.template) %> · <%= it.granularityAbout %></p>
<ul class="chips">
<li class="chip strong"><%= it.words.published %></li>
<li class="chip"><%= it.granularity %></li>
<li class="chip"><%= it.words.version %> <%= it.version %></li>
</ul>
</header>
<div class="layout">
<main id="content" tabindex="-1">
<% if (it.notice) { %><section class="card alert" role="alert" aria-labelledby="notice">
<h2 id="notice"><%= it.notice.title %></h2>
<%~ include('@notice', it) %></section>
<% } %><section class="card" aria-labelledby="identity">
<h2 id="identity"><%= it.words.identity %></h2>
<%~ include('@facts', { facts: it.identity, words: it.words }) %>
</section>
<% if (it.companies.length) { %><div class="pair">
<% for (const one of it.companies) { %><section class="card" aria-labelledby="<%= one.id %>">
<h2 id="<%= one.id %>"><%= one.title %></h2>
<%~ include('@facts', { facts: one.facts, words: it.words }) %>
</section>
<% } %></div><% } %>
<% if (it.components.length) { %><section class="card" aria-labelledby="components">
<h2 id="components"><%= it.words.components %></h2>
<%~ include('@value', { value: { kind: 'list', items: it.components }, label: it.words.components, words: it.words }) %>
</section><% } %>
<% for (const part of it.parts) { %><section class="part" aria-labelledby="<%= part.id %>">
<h2 id="<%= part.id %>"><%= part.title %></h2>
<p class="soft"><%= part.about %></p>
<% if (part.id === 'required' && it.law) { %><p class="<%= it.law.missing.length ? 'lacks' : 'complete' %>"><% if (it.law.missing.length === 0) { %><%= it.words.lawComplete %><% } else { %><%= it.words.lawLacks %> <% it.law.missing.forEach((one, at) => { %><% if (at > 0) { %>, <% } %><%~ include('@text', one) %><% }) %><% } %></p>
<% } %><% for (const section of part.sections) { %><div class="card">
<h3 id="<%= section.id %>"><%~ include('@text', section.title) %></h3>
<%~ include('@fields', { fields: section.fields, words: it.words, isInner: false }) %>
</div>
<% } %></section>
<% } %>
<% if (it.documents.length) { %><section class="part" aria-labelledby="documents">
<h2 id="documents"><%= it.words.documents %></h2>
<ul class="documents">
<% for (const one of it.documents) { %><li class="card">
<p class="name"><% if (one.href) { %><a href="<%= one.href %>" rel="noopener noreferrer nofollow"<% if (one.lang) { %> hreflang="<%= one.lang %>"<% } %>><%~ content(one.title) %></a><% } else { %><%~ content(one.title) %><% } %></p>
<p class="soft"><% if (one.kind) { %><%~ content(one.kind) %><% } %><% if (one.language) { %> · <%~ content(one.language) %><% } %><% if (one.host) { %> · <%~ content(one.host) %><% } %></p>
<% if (one.sha256) { %><p class="sum"><%= it.words.checksum %>: <code><%~ content(one.sha256) %></code></p><% } %>
</li>
<% } %></ul>
</section><% } %>
<% if (it.legal.length) { %><section class="part" aria-labelledby="legal">
<h2 id="legal"><%= it.words.legalBasis %></h2>
<ul class="legal card">
<% for (const one of it.legal) { %><li><span class="act"><%~ content(one.act) %><% if (one.article) { %>, <%~ content(one.article) %><% } %></span>
<% if (one.from) { %><span class="soft"><%= it.words.inForceFrom %> <%~ content(one.from) %></span><% } %>
<% if (one.isProvisional) { %><span class="chip warn"><%= it.words.provisional %></span> <span class="soft"><%= it.words.provisionalAbout %></span><% } %></li>
<% } %></ul>
</section><% } %>
</main>
<aside aria-label="<%= it.words.validity %>">
<figure class="card qr">
<div class="code" role="img" aria-label="<%= it.words.qr %>"><%~ it.qr %></div>
<figcaption><%= it.words.qrAbout %>
<span class="links"><a href="<%= it.here %>qr.svg" download>SVG</a> <a href="<%= it.here %>qr.png" download>PNG</a></span></figcaption>
</figure>
<section class="card" aria-labelledby="validity">
<h2 id="validity"><%= it.words.validity %></h2>
<%~ include('@facts', { facts: it.validity, words: it.words }) %>
</section>
<section class="card grant" aria-labelledby="grant">
<h2 id="grant"><%= it.words.grant %></h2>
<% if (it.showsNoMore) { %><p class="warn" role="status"><%= it.words.grantNone %></p><% } %>
<p class="soft"><%= it.isEntitled ? it.words.grantShown : it.words.grantAbout %></p>
<form method="post" action="<%= it.here %>grant<% if (it.asked) { %>?lang=<%= it.asked %><% } %>">
<% if (it.isEntitled) { %><button type="submit"><%= it.words.grantForget %></button><% } else { %><label><%= it.words.grantToken %> <input name="token" type="password" autocomplete="off" required></label> <button type="submit"><%= it.words.grantSend %></button><% } %>
</form>
</section>
<nav class="card contents" aria-labelledby="contents">
<h2 id="contents"><%= it.words.contents %></h2>
<ul>
<% for (const part of it.parts) { %><li><a href="#<%= part.id %>"><%= part.title %></a><ul>
<% for (const section of part.sections) { %><li><a href="#<%= section.id %>"><%~ include('@text', section.title) %></a></li>
<% } %></ul></li>
<% } %><% if (it.documents.length) { %><li><a href="#documents"><%= it.words.documents %></a></li><% } %>
<% if (it.legal.length) { %><li><a href="#legal"><%= it.words.legalBasis %></a></li><% } %>
</ul>
</nav>
</aside>
</div>
<footer>
<%~ include('@facts', { facts: it.record, words: it.words }) %>
<p class="machine"><strong><%= it.words.machine %>.</strong> <%= it.words.machineAbout %> <a href="<%= it.jsonldAddress %>"><%= it.words.openJsonld %></a></p>
</footer>
<script type="application/ld+json"><%~ it.jsonld %></script>
</body>
</html>
`;

/** Identical for all addresses without a published passport. */
export const NOT_FOUND_TEMPLATE = `<!doctype html>
<html lang="<%= it.page %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title><%= it.isWrong ? it.words.wrongLink : it.words.noSuch %> · <%= it.words.title %></title>
<link rel="icon" href="<%= it.icon %>">
<style><%~ it.style %></style>
</head>
<body class="empty">
<main class="card">
<p class="kicker"><%= it.words.title %></p>
<h1><%= it.isWrong ? it.words.wrongLink : it.words.noSuch %></h1>
<p><%= it.isWrong ? it.words.wrongLinkAbout : it.words.noSuchAbout %></p>
</main>
</body>
</html>
`;
