// Which folder may import which. The table is the architecture; the rules below are drawn from it.
// A folder under packages/server/src that is not in the table may import nothing of ours, so a new one must be placed here.
const words = text => text.split(' ')
const arrows = {
  // platform/: the ground floor, which knows nothing of ours
  problem: [],
  caller: [],
  time: [],
  random: [],
  program: [],
  db: words('program'),
  telemetry: [],
  // platform/: what stands on it
  memory: words('time'),
  jobs: words('db'),
  files: words('problem'),
  paging: words('problem'),
  partitions: words('db'),
  condition: words('db'),
  mail: words('db'),
  highwater: words('db files jobs'),
  threads: words('problem db'),
  idempotency: words('db problem'),
  smpp: [],
  outgoing: [],
  http: words('program db problem caller idempotency'),
  // features, each seen by the others only through its index.ts, and by what answers HTTP through its serve.ts too
  journal: words('db'),
  sealing: words('http db problem files telemetry journal'),
  witness: words('http files telemetry problem'),
  carriers: words('smpp'),
  simulator: words('db smpp carriers'),
  identity: words('http db problem caller time memory mail outgoing journal'),
  reference: words('program http problem'),
  content: words('http db problem files journal'),
  consent: words('db problem time idempotency paging journal identity'),
  addressbook: words(
    'program http db problem time caller idempotency memory random jobs files threads journal consent',
  ),
  texting: words(
    'http db problem caller idempotency paging jobs journal simulator identity consent addressbook',
  ),
  delivery: words('http db problem jobs telemetry journal carriers simulator identity consent texting'),
  events: words('http db problem caller time memory journal sealing identity consent'),
  webhooks: words('program http db problem paging idempotency outgoing mail journal identity events'),
  recovery: words('db problem condition highwater journal sealing identity texting delivery webhooks'),
  advisorapp: words(
    'program http db jobs problem caller journal sealing identity consent addressbook texting webhooks',
  ),
  console: words('http db problem caller paging journal identity consent texting delivery events'),
}
const folders = Object.keys(arrows)
const features = folders.slice(folders.indexOf('journal'))

const src = 'packages/server/src'
const pathOf = folder => (features.includes(folder) ? folder : `platform/${folder}`)
const test = '(\\.test\\.ts$|/test/)'

const folderRules = Object.entries(arrows).map(([folder, targets]) => ({
  name: `${folder}-imports-only-what-it-may`,
  comment: `${folder} may import ${targets.join(', ') || 'no other folder of the server'}.`,
  severity: 'error',
  from: { path: `^${src}/${pathOf(folder)}/`, pathNot: test },
  to: { path: `^${src}/`, pathNot: `^${src}/(${[folder, ...targets].map(pathOf).join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...folderRules,
    {
      name: 'a-new-folder-is-placed-in-the-table',
      comment: 'Add the folder to the arrows table in .dependency-cruiser.cjs first.',
      severity: 'error',
      from: {
        path: `^${src}/[^/]+/`,
        pathNot: [`^${src}/(${folders.map(pathOf).join('|')}|cli|config)/`, test],
      },
      to: { path: `^${src}/` },
    },
    {
      name: 'features-meet-through-their-index',
      comment:
        'A feature calls another only through that feature’s index.ts, or what it mounts through serve.ts.',
      severity: 'error',
      from: { path: `^${src}/([^/]+)/`, pathNot: test },
      to: { path: `^${src}/(${features.join('|')})/`, pathNot: [`^${src}/$1/`, '/(index|serve)\\.ts$'] },
    },
    {
      name: 'only-routes-and-guards-import-http',
      comment:
        'What a verb needs of a request is an argument. Routes, what they serve, guards and pages know HTTP.',
      severity: 'error',
      from: {
        path: `^${src}/(${features.join('|')})/`,
        pathNot: [
          test,
          '/([\\w-]*routes|serve[\\w-]*|[\\w-]*(guard|server)|[\\w-]*pages?|[\\w-]*render[\\w-]*)\\.ts$',
        ],
      },
      to: { path: `^${src}/platform/http/` },
    },
    {
      name: 'commands-load-no-server',
      comment:
        'A command would take a second longer to start. What runs a service loads app.ts or worker.ts.',
      severity: 'error',
      from: { path: `^${src}/cli/` },
      to: { path: `^${src}/[^/]+/serve\\.ts$` },
    },
    {
      name: 'only-main-composes',
      comment: 'app.ts, worker.ts, sealer.ts and cli/ are composed by main.ts and by nobody else.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [`^${src}/(main|app|worker|sealer)\\.ts$`, `^${src}/cli/`, test] },
      to: { path: `^${src}/((main|app|worker|sealer)\\.ts$|cli/)` },
    },
    {
      name: 'the-contract-stands-alone',
      comment: 'The contract is read by everybody and reads nobody.',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/', pathNot: '^packages/contract/' },
    },
    {
      name: 'the-evidence-stands-alone',
      comment:
        'It also runs in verify.mjs and in a browser, so it imports no package, and Node modules only in src/platform.',
      severity: 'error',
      from: { path: '^packages/evidence/src/', pathNot: ['^packages/evidence/src/platform/', test] },
      to: { pathNot: '^packages/evidence/src/' },
    },
    {
      name: 'the-verifier-needs-the-evidence-alone',
      comment:
        'Who checks a bundle must be able to read what checks it: nothing of the server belongs to that.',
      severity: 'error',
      from: { path: '^packages/verifier/src/' },
      to: { path: '^packages/', pathNot: '^packages/(verifier|evidence)/' },
    },
    {
      name: 'the-sdk-stands-alone',
      comment: 'What partners install imports nothing: no package, no Node module, nothing of ours.',
      severity: 'error',
      from: { path: '^packages/sdk/src/' },
      to: { pathNot: '^packages/sdk/src/' },
    },
    {
      name: 'the-sdks-program-needs-node-alone',
      comment:
        'npx runs it without installing anything: the SDK’s own sources and Node’s modules, no package.',
      severity: 'error',
      from: { path: '^packages/sdk/program/' },
      to: { pathNot: '^packages/sdk/(src|program)/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'e2e-stays-outside',
      comment:
        'e2e/ takes the SDK from its tarball and everything else from the wire. It may only name the SDK’s types.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(packages|tools|bench)/', pathNot: '^packages/sdk/src/index\\.ts$' },
    },
    {
      name: 'the-server-is-nobodys-library',
      comment:
        'SDK, web and e2e reach the server over the wire. Only its own files, tools/, bench/, which runs its statements bare, faults/, which seeds through its functions, and watch/, whose tests start it, import it.',
      severity: 'error',
      from: { pathNot: '^(packages/server|tools|bench|faults|watch)/' },
      to: { path: '^packages/server/' },
    },
    {
      name: 'a-package-is-entered-by-its-front-door',
      comment: 'Import @parley/contract or @parley/evidence, not a file inside it.',
      severity: 'error',
      from: { path: '^(?:packages/([^/]+)|[^/]+)/' },
      to: {
        path: '^packages/(contract|evidence)/',
        pathNot: ['^packages/$1/', '^packages/(contract|evidence)/src/index\\.ts$'],
      },
    },
    {
      name: 'tests-stay-out-of-the-product',
      comment: 'What ships does not import tests or the test harness.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: test },
      to: { path: test },
    },
    {
      name: 'pages-of-the-app-point-one-way',
      comment:
        'In the app: entries and app/ see everything, a feature sees features, ui and lib, ui sees lib, lib nobody.',
      severity: 'error',
      from: { path: '^packages/web/src/(features|ui|lib)/' },
      to: { path: '^packages/web/src/(app/|main|handset\\.tsx)' },
    },
    {
      name: 'the-apps-ui-knows-no-feature',
      severity: 'error',
      from: { path: '^packages/web/src/(ui|lib)/' },
      to: { path: '^packages/web/src/features/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc', // dependency-cruiser cannot read TypeScript 7 with tsc yet
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.cache|dist|test/fixtures)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
}
