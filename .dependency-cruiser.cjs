const { rooms, inner, libs, assembly, apart } = require('./test/architecture/edges.cjs');

const anyOf = (names) => `(?:${names.join('|')})`;
const TEST = '\\.test\\.ts$';
const room = anyOf(Object.keys(rooms));
/** An inner room by its folder, `dpp/templates`; with the rest of the table, what its layers may use. */
const innerRooms = Object.entries(inner).flatMap(([of, edges]) =>
  Object.entries(edges).map(([name, doors]) => ({ of, name, doors, folder: `${of}/${name}` })),
);
const anyInner = anyOf(innerRooms.map(({ folder }) => folder));
/** What has layers: a room, or an inner room. */
const layered = `([^/]+|${anyInner})`;
/** Screens that modules bring to Desk: not part of the server. */
const SCREENS = '^src/[^/]+/desk/';
const beside = anyOf([...assembly.folders, ...apart]);
const DECIMAL = '(^|/)node_modules/decimal\\.js/';
/** RFC 8785, a pure function (ADR 35). */
const CANONICAL_JSON = '(^|/)node_modules/canonicalize/';
/** What is told to whoever is called and awaited, without being handed on. */
const AMBIENT = '^(node:)?async_hooks$';
const NEST_COMMON = '(^|/)node_modules/@nestjs/common/';
const PACKAGE_OR_BUILTIN = [
  'npm',
  'npm-dev',
  'npm-optional',
  'npm-peer',
  'npm-bundled',
  'npm-no-pkg',
  'npm-unknown',
  'core',
];

/** Tests beside a file may use test tools; which rooms and libs they reach is ruled like the file's own. */
const layer = (name, comment, allowed) => ({
  name: `layer-${name}`,
  comment,
  severity: 'error',
  from: { path: `^src/${layered}/${name}/`, pathNot: TEST },
  to: { pathNot: allowed },
});

const pure = ['^src/$1/domain/', '^libs/(kernel|pricing)/', DECIMAL, CANONICAL_JSON];
/** What the domain of an inner room shows, which is pure too: words that the inner rooms share. */
const innerDomains = `^src/${anyInner}/domain/index\\.ts$`;
const frontDoors = [`^src/${layered}/index\\.ts$`, innerDomains];

const layerRules = [
  layer(
    'domain',
    'Domain: own domain, what inner domains below show, libs/kernel, libs/pricing; of packages those for decimals and canonical JSON.',
    [...pure, innerDomains],
  ),
  layer('ports', 'Ports: what the domain may, and front doors of rooms below.', [
    ...pure,
    '^src/$1/ports/',
    ...frontDoors,
  ]),
  layer(
    'application',
    'Application: what ports may, libs/records, libs/operations, libs/oauth1, the own declared records and settings; of Nest only @nestjs/common (for Injectable).',
    [
      ...pure,
      '^src/$1/(ports|application)/',
      ...frontDoors,
      '^libs/(records|operations|jobs|oauth1)/',
      '^src/$1/([^/]+\\.record|settings)\\.ts$',
      NEST_COMMON,
    ],
  ),
  layer(
    'migrations',
    'Migrations: own migrations, the words of libs/database and TypeORM: they say what was, and outlive code.',
    ['^src/$1/migrations/', '^libs/database/', '(^|/)node_modules/typeorm/'],
  ),
];

const roomRules = Object.entries(rooms).map(([name, doors]) => ({
  name: `room-${name}`,
  comment: `${name} may use the front doors of: ${doors.join(', ') || 'no room'}.`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: `^src/${room}/`, pathNot: `^src/${anyOf([name, ...doors])}/` },
}));

const innerRules = innerRooms.map(({ of, name, doors, folder }) => ({
  name: `inner-${of}-${name}`,
  comment: `${folder} may use the front doors of: ${doors.join(', ') || 'no other inner room'}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: `^src/${of}/${anyOf(Object.keys(inner[of]))}/`, pathNot: `^src/${of}/${anyOf([name, ...doors])}/` },
}));

const libRules = Object.entries(libs).map(([name, others]) => ({
  name: `lib-${name}`,
  comment: `libs/${name} may use of the libs: ${others.join(', ') || 'none'}.`,
  severity: 'error',
  from: { path: `^libs/${name}/` },
  to: { path: '^libs/', pathNot: `^libs/${anyOf([name, ...others])}/` },
}));

const shapeRules = [
  {
    name: 'front-door',
    comment: 'Of another room only its index.ts may be imported.',
    severity: 'error',
    from: { path: '^src/([^/]+)/', pathNot: `^src/${anyOf(assembly.folders)}/` },
    to: { path: '^src/[^/]+/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', `^src/${beside}/`, SCREENS] },
  },
  {
    name: 'inner-front-door',
    comment: 'Of another inner room only its index.ts and its domain/index.ts may be imported.',
    severity: 'error',
    from: { path: `^src/(${anyInner})/` },
    to: { path: `^src/${anyInner}/`, pathNot: ['^src/$1/', ...frontDoors] },
  },
  {
    name: 'inner-not-root',
    comment: 'An inner room knows nothing of the room that puts it together.',
    severity: 'error',
    from: { path: `^src/([^/]+)/${anyOf(innerRooms.map(({ name }) => name))}/` },
    to: { path: '^src/$1/[^/]+\\.ts$' },
  },
  {
    name: 'front-door-without-adapters',
    comment: 'A front door shows types and ports, never an adapter.',
    severity: 'error',
    from: { path: `^src/${layered}/index\\.ts$` },
    to: { path: '^src/$1/adapters/' },
  },
  {
    name: 'room-not-assembly',
    comment: 'A room knows nothing of what puts it together: settings reach it through its module.',
    severity: 'error',
    from: { path: `^src/${room}/`, pathNot: TEST },
    to: { path: ['^src/[^/]+\\.ts$', `^src/${beside}/`] },
  },
  {
    name: 'only-assembly-knows-rooms',
    comment: 'Beside the rooms only app.module, main, boot and cli may import them.',
    severity: 'error',
    from: {
      path: ['^src/[^/]+\\.ts$', `^src/${anyOf(apart)}/`],
      pathNot: [`^src/${anyOf(assembly.files)}\\.ts$`, TEST],
    },
    to: { path: `^src/${room}/` },
  },
  {
    name: 'apart-not-assembly',
    comment: 'What is no room is told which rooms there are.',
    severity: 'error',
    from: { path: `^src/${anyOf(apart)}/`, pathNot: TEST },
    to: { path: [`^src/${anyOf(assembly.files)}\\.ts$`, `^src/${anyOf(assembly.folders)}/`] },
  },
  {
    name: 'libs-not-src',
    comment: 'A library knows nothing of the application.',
    severity: 'error',
    from: { path: '^libs/' },
    to: { path: '^src/' },
  },
  {
    name: 'pure-libs',
    comment:
      'libs/kernel and libs/pricing have no dependency but the decimal library and what is ambient (ADR 23), so that the ' +
      'domain may use them.',
    severity: 'error',
    from: { path: '^libs/(kernel|pricing)/', pathNot: TEST },
    to: { dependencyTypes: PACKAGE_OR_BUILTIN, pathNot: [DECIMAL, AMBIENT] },
  },
  {
    name: 'records-without-http-and-sql',
    comment: 'What a record is has nothing to do with HTTP or SQL.',
    severity: 'error',
    from: { path: '^libs/records/', pathNot: TEST },
    to: {
      path: [
        '(^|/)node_modules/(@types/)?(express|typeorm|mysql2|better-sqlite3)/',
        '(^|/)node_modules/@nestjs/(platform-express|typeorm)/',
        '^(node:)?https?$',
      ],
    },
  },
  {
    name: 'code-without-tests',
    comment: 'What is shipped imports nothing of the tests, of the scripts, and of what calls the server.',
    severity: 'error',
    from: { path: '^(src|libs)/', pathNot: [TEST, SCREENS] },
    to: { path: ['^test/', '^scripts/', '^clients/', '^desk/', TEST] },
  },
  {
    name: 'desk-client-only',
    comment: 'The desk is a client: of this repository it imports clients/typescript only.',
    severity: 'error',
    from: { path: '^desk/' },
    to: { path: '^(src|libs|test|scripts|clients|demo|deploy)/', pathNot: '^clients/typescript/' },
  },
  {
    name: 'screens-desk-only',
    comment: 'The screens of a module use Desk and clients/typescript, nothing of the server or of another module.',
    severity: 'error',
    from: { path: '^src/([^/]+)/desk/' },
    to: {
      path: '^(src|libs|test|scripts|clients|demo|deploy)/',
      pathNot: ['^src/$1/desk/', '^clients/typescript/'],
    },
  },
  {
    name: 'server-without-screens',
    comment: 'The server knows nothing of the screens that modules bring to Desk.',
    severity: 'error',
    from: { path: '^(src|libs)/', pathNot: SCREENS },
    to: { path: SCREENS },
  },
  {
    name: 'shipped-packages',
    comment: 'What is shipped imports only packages that `npm ci --omit=dev` installs; types are free.',
    severity: 'error',
    from: { path: '^(src|libs)/', pathNot: [TEST, SCREENS] },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only', 'npm'] },
  },
  {
    name: 'resolvable',
    comment: 'An import that leads nowhere escapes every other rule.',
    severity: 'error',
    from: { path: '^(src|libs)/' },
    to: { couldNotResolve: true },
  },
  {
    name: 'no-circular',
    comment: 'Files that need one another are cut wrongly, and fail at load where decorators name classes.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...layerRules, ...roomRules, ...innerRules, ...libRules, ...shapeRules],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'default', 'types'],
    },
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
