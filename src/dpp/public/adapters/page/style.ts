/** The page icon, inlined so that nothing is fetched. */
export const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#123f30"/>' +
      '<path d="M9 7h14v18H9z" fill="#f3efe4"/><path d="M12 11h8M12 15h8M12 19h5" stroke="#123f30" stroke-width="2"/></svg>',
  );

const COLOURS = `
:root {
  color-scheme: light dark;
  --paper: #f6f4ee; --card: #fffefb; --ink: #1c211e; --soft: #5a625d; --line: #e1ddd1; --rule: #efece3;
  --accent: #135a41; --accent-soft: #e4efe8; --hero: #123f30; --on-hero: #f7f4ea; --on-hero-soft: #c6d8cd;
  --warn: #7a4a00; --warn-soft: #fbeed2; --shadow: 0 1px 2px rgb(28 33 30 / 6%), 0 8px 24px -16px rgb(28 33 30 / 25%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #111412; --card: #191d1a; --ink: #ecebe4; --soft: #a8b0aa; --line: #2c332e; --rule: #232925;
    --accent: #8ed8b5; --accent-soft: #1f3329; --hero: #0e2b21; --on-hero: #f1efe6; --on-hero-soft: #a9c3b5;
    --warn: #f0c987; --warn-soft: #3a2d14; --shadow: none;
  }
}`;

const BASE = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; }
ul { padding: 0; list-style: none; }
h1 { font: 600 clamp(2rem, 1.4rem + 2.6vw, 3.25rem)/1.12 "Iowan Old Style", "Palatino Linotype", Palatino, Charter, Georgia, serif; letter-spacing: -.012em; text-wrap: balance; }
h2 { font-size: 1.05rem; line-height: 1.35; font-weight: 650; }
h3 { font-size: 1.15rem; line-height: 1.35; font-weight: 650; letter-spacing: -.005em; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: .2rem solid var(--accent); outline-offset: .2rem; border-radius: .2rem; }
main:focus { outline: none; }
code, .code dd, dd.code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; font-size: .92em; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); }
.skip { position: absolute; left: -100vw; top: .5rem; background: var(--card); padding: .5rem 1rem; border-radius: .5rem; z-index: 1; }
.skip:focus { left: .5rem; }`;

const HERO = `
.hero { background: var(--hero); color: var(--on-hero); padding: 1.25rem max(1.25rem, calc((100% - 69.5rem) / 2)) 5.5rem; }
.hero a { color: var(--on-hero-soft); }
.hero :focus-visible { outline-color: var(--on-hero); }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between; margin-bottom: clamp(1.75rem, 5vw, 3.5rem); }
.kicker { font-size: .8rem; font-weight: 650; letter-spacing: .14em; text-transform: uppercase; color: var(--on-hero-soft); }
.languages { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: .9rem; line-height: 1.4; }
.languages a { text-decoration: none; padding: .2rem 0; }
.languages a:hover { text-decoration: underline; }
.languages a[aria-current] { color: var(--on-hero); font-weight: 650; border-bottom: 2px solid currentcolor; }
.about { margin-top: .9rem; max-width: 46rem; color: var(--on-hero-soft); font-size: 1.05rem; }
.chips { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1.4rem; }
.chip { display: inline-block; border: 1px solid currentcolor; border-radius: 99rem; padding: .12rem .8rem; font-size: .85rem; }
.hero .chip { border-color: rgb(255 255 255 / 28%); }
.hero .chip.strong { background: var(--on-hero); border-color: var(--on-hero); color: #123f30; font-weight: 650; }
.card.alert { color: var(--warn); background: var(--warn-soft); border-color: currentColor; }
.card.alert a { color: inherit; }
.lacks { color: var(--warn); }
.complete, .lacks { font-weight: 600; }
.chip.warn { color: var(--warn); background: var(--warn-soft); border-color: transparent; font-weight: 600; }`;

const LAYOUT = `
.layout { display: grid; gap: 1.25rem; max-width: 72rem; margin: -3.75rem auto 0; padding: 0 1.25rem; }
main, aside { display: grid; gap: 1.25rem; align-content: start; min-width: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.35rem 1.35rem 1.25rem; box-shadow: var(--shadow); min-width: 0; }
.card > h2, .card > h3 { margin-bottom: .9rem; }
.part { display: grid; gap: 1rem; margin-top: 1.75rem; min-width: 0; }
.part > h2 { font: 600 1.6rem/1.2 "Iowan Old Style", "Palatino Linotype", Palatino, Charter, Georgia, serif; letter-spacing: -.01em; }
.part > h2 + .soft { margin-top: -.6rem; max-width: 42rem; }
.pair { display: grid; gap: 1.25rem; }
@media (min-width: 48rem) { .pair { grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); } }
@media (min-width: 64rem) {
  .layout { grid-template-columns: minmax(0, 1fr) 18.5rem; gap: 2rem; }
  .qr { margin-top: -5.5rem; }
  .contents { position: sticky; top: 1.25rem; }
}
footer { max-width: 72rem; margin: 3.5rem auto 0; padding: 1.5rem 1.25rem 3rem; border-top: 1px solid var(--line); font-size: .9rem; color: var(--soft); }
footer .facts dd { color: var(--ink); }
.machine { margin-top: 1.25rem; }
.empty { display: grid; place-items: center; min-height: 100vh; padding: 1.25rem; }
.empty .card { max-width: 34rem; padding: 2.5rem 2rem; }
.empty .kicker { color: var(--soft); }
.empty h1 { font-size: 2rem; margin: .6rem 0 .8rem; }`;

const DATA = `
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: .95rem 1.25rem; }
@media (min-width: 40rem) { .facts { grid-template-columns: repeat(auto-fill, minmax(min(100%, 12.5rem), 1fr)); gap: .95rem 1.5rem; } }
.pair .facts { grid-template-columns: 1fr; }
footer .facts { grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
aside .facts { grid-template-columns: 1fr; gap: .7rem; }
dt { color: var(--soft); font-size: .85rem; line-height: 1.45; hyphens: auto; }
.facts dd { font-weight: 550; }
aside .facts > div { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; }
aside .facts dd { text-align: right; }
.fields { display: grid; }
.field { display: grid; gap: .2rem 1.5rem; padding: .85rem 0; border-top: 1px solid var(--rule); min-width: 0; }
.field:first-child { border-top: 0; padding-top: 0; }
.field:last-child { padding-bottom: 0; }
.field > * { min-width: 0; }
.field dt { display: grid; gap: .1rem; align-content: start; }
.label { color: var(--ink); font-size: .98rem; font-weight: 600; }
.cite { font-size: .8rem; }
.cite summary { cursor: pointer; width: fit-content; padding: .15rem 0; color: var(--accent); }
.cite[open] summary { margin-bottom: .15rem; }
.cite .mark { color: var(--accent); font-weight: 700; }
.number { font-variant-numeric: tabular-nums; }
.unit { color: var(--soft); }
.values > li { padding-left: 1.05rem; position: relative; }
.values > li::before { content: ""; position: absolute; left: .1rem; top: .68em; width: .36rem; height: .36rem; border-radius: 50%; background: var(--accent); }
.values > li + li { margin-top: .3rem; }
.fields.inner { background: var(--accent-soft); border-radius: .7rem; padding: .75rem 1rem; gap: 0; }
.fields.inner .field { border-color: rgb(128 128 128 / 18%); padding: .45rem 0; }
.fields.inner .label { font-weight: 500; font-size: .92rem; }
.fields.inner .fields.inner { background: var(--card); }
.values > li:has(> .fields.inner) { padding-left: 0; }
.values > li:has(> .fields.inner)::before { content: none; }
.values > li:has(> .fields.inner) + li { margin-top: .7rem; }
@media (min-width: 40rem) {
  .field { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
  .field.wide { grid-template-columns: minmax(0, 1fr); gap: .6rem; }
}
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .7rem; }
table { border-collapse: collapse; width: 100%; min-width: 34rem; font-size: .93rem; line-height: 1.45; }
th, td { text-align: left; vertical-align: top; padding: .6rem .85rem; min-width: 7.5rem; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; font-size: .82rem; background: var(--accent-soft); }
td { border-top: 1px solid var(--rule); }
.documents { display: grid; gap: .8rem; }
.documents .name { font-weight: 600; }
.documents .card { padding: 1rem 1.25rem; }
.sum { font-size: .78rem; color: var(--soft); margin-top: .3rem; }
.legal li + li { border-top: 1px solid var(--rule); margin-top: .8rem; padding-top: .8rem; }
.act { display: block; font-weight: 600; }
.qr { text-align: center; }
.qr .code { background: #fff; border-radius: .7rem; padding: .25rem; }
.qr svg { display: block; width: 100%; height: auto; max-width: 14rem; margin: 0 auto; }
figcaption { margin-top: .7rem; font-size: .88rem; color: var(--soft); }
.links { display: flex; gap: 1rem; justify-content: center; margin-top: .25rem; }
.links a { padding: .2rem .4rem; }
.grant form, .grant label { display: grid; gap: .6rem; margin-top: .8rem; }
.grant label { gap: .25rem; margin: 0; font-size: .88rem; color: var(--soft); }
.grant input, .grant button { font: inherit; min-height: 2.75rem; width: 100%; border: 1px solid var(--soft); border-radius: .6rem; padding: .4rem .8rem; background: var(--card); color: var(--ink); }
.grant button { background: var(--accent); border-color: var(--accent); color: var(--card); font-weight: 650; cursor: pointer; }
.grant .warn { color: var(--warn); background: var(--warn-soft); border-radius: .6rem; padding: .5rem .8rem; margin-bottom: .6rem; font-weight: 600; }
.contents { font-size: .93rem; }
.contents ul ul { padding: .15rem 0 .4rem .9rem; border-left: 2px solid var(--rule); margin: .25rem 0 .5rem; }
.contents a { display: block; padding: .2rem 0; text-decoration: none; }
.contents a:hover { text-decoration: underline; }`;

const PRINT = `
@media print {
  @page { margin: 16mm 14mm; }
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --rule: #ddd; --accent: #000; --accent-soft: #f4f4f4; --hero: #fff; --on-hero: #000; --on-hero-soft: #444; --shadow: none; }
  body { font-size: 10pt; }
  .hero { padding: 0 0 6mm; border-bottom: 1.5pt solid #000; }
  .bar { margin-bottom: 5mm; }
  .languages, .contents, .links, .skip, .machine, .grant { display: none; }
  .hero .chip, .hero .chip.strong { border-color: #000; color: #000; background: none; }
  .layout { display: block; margin: 6mm 0 0; padding: 0; max-width: none; }
  main, aside { display: block; }
  .card { border-radius: 0; border-width: 0 0 .5pt; padding: 0 0 4mm; margin-bottom: 5mm; }
  .part { display: block; margin-top: 8mm; }
  .part > h2 + .soft { margin-top: 1mm; }
  .part > .card { margin-top: 4mm; }
  .field, .documents .card, .legal li, tr, .qr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .field { grid-template-columns: 5fr 6fr; }
  .field.wide { grid-template-columns: 1fr; }
  .cite::details-content { content-visibility: visible; }
  .scroll { overflow: visible; border: 0; }
  table { min-width: 0; }
  th, td { min-width: 0; }
  aside { margin-top: 8mm; }
  .qr { margin-top: 0; text-align: left; }
  .qr svg { width: 38mm; margin: 0; }
  footer { margin-top: 6mm; padding: 4mm 0 0; max-width: none; }
  a { color: #000; }
}`;

/** The whole style is inline: one request loads the page, and a saved copy looks the same. */
export const STYLE = [COLOURS, BASE, HERO, LAYOUT, DATA, PRINT].join('').replace(/\n\s*/g, '').replaceAll('; }', '}');
