/**
 * The import rule of docs/architecture.md:
 *   text, mesh <- dental <- contract
 *   contract <- platform <- modules <- app        contract <- ui, dental-ui, viewer <- features <- app
 * Tests and what serves them (testing, e2e, bench) may look into everything on their own side.
 */
const tests = '\\.test\\.tsx?$';
const modulesOwn = '^server/src/modules/([^/]+)/';
const featuresOwn = '^web/src/features/([^/]+)/';

/** What one feature offers others: `offers` files, such as `cases.offers.tsx`, and nothing else. */
const offered = '\\.offers\\.tsx?$';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycles', 'Files that need each other are one file, or miss a third.', {}, { circular: true }),
    rule(
      'unresolvable',
      'An import must lead somewhere.',
      {},
      { couldNotResolve: true, pathNot: '\\?(url|raw|worker|inline|latest)|^virtual:' },
    ),

    rule(
      'text-stands-alone',
      'How names, dates and sizes are written needs nothing else.',
      { path: '^text/src/', pathNot: tests },
      { pathNot: '^text/src/' },
    ),
    rule(
      'mesh-stands-alone',
      'Readers of scans are pure functions over bytes.',
      { path: '^mesh/src/', pathNot: tests },
      { pathNot: '^mesh/src/' },
    ),
    rule(
      'fixtures-know-mesh-only',
      'Generated jaws serve the demo, tests and benches of every workspace.',
      { path: '^fixtures/src/', pathNot: tests },
      { path: '^(text|dental|contract|local-postgres|server|web|e2e|bench)/' },
    ),
    rule(
      'dental-knows-no-wire',
      'Rules of teeth and orders hold whatever carries them.',
      { path: '^dental/src/', pathNot: tests },
      { pathNot: '^(dental|mesh|text)/src/' },
    ),
    rule(
      'contract-only-zod',
      'The contract is what both sides promise: it uses zod and the pure packages alone.',
      { path: '^contract/src/', pathNot: tests },
      { pathNot: ['^(contract|dental|mesh|text)/src/', '^node_modules/zod/'] },
    ),

    rule(
      'local-postgres-stands-alone',
      'The supervision of the built-in database knows nothing of the application.',
      { path: '^local-postgres/' },
      { path: '^(contract|server|web|languages|e2e|bench|scripts)/' },
    ),
    rule(
      'local-postgres-at-one-place',
      'Only a start without DATABASE_URL needs the built-in database.',
      {
        path: '^server/',
        pathNot: [
          tests,
          '^server/src/testing/',
          '^server/src/platform/(db/open|backup/restore)\\.ts$',
          '^server/src/backup\\.ts$',
        ],
      },
      { path: '^local-postgres/' },
    ),
    rule(
      'local-postgres-on-demand',
      'A server with a DATABASE_URL does not load the built-in database.',
      { path: '^server/', pathNot: [tests, '^server/src/testing/'] },
      { path: '^local-postgres/', dynamic: false },
    ),

    rule('server-not-web', 'The sides meet in the contract.', { path: '^server/' }, { path: '^web/' }),
    rule('web-not-server', 'The sides meet in the contract.', { path: '^web/' }, { path: '^server/' }),
    rule(
      'shipped-not-tests',
      'Shipped code knows no tests, browser journeys or benches.',
      {
        path: '^(text|mesh|dental|contract|local-postgres|server|web)/',
        pathNot: [tests, '^server/src/testing/', '/vite(st)?(\\.layout)?\\.config\\.ts$'],
      },
      { path: [tests, '^server/src/testing/', '^e2e/', '^bench/'] },
    ),
    rule(
      'no-dev-packages',
      'What ships may use only what npm installs for production.',
      {
        path: '^(text|mesh|dental|contract|local-postgres|server|web)/src/',
        pathNot: [tests, '^server/src/testing/', '^web/src/testing/', '/test-[^/]+$'],
      },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm', 'npm-optional'],
        pathNot: '^node_modules/@types/',
      },
    ),
    rule(
      'no-undeclared-packages',
      'A package is named in the package.json of the workspace that uses it.',
      { path: '^(text|mesh|fixtures|dental|contract|local-postgres|server|web|e2e|bench)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),

    rule(
      'migrations-are-frozen',
      'A migration does the same for ever, so it needs nothing that changes with the code.',
      { path: '^server/migrations/' },
      { pathNot: '^node_modules/kysely/' },
    ),
    rule(
      'platform-knows-no-module',
      'The platform owns no subject.',
      { path: '^server/src/platform/', pathNot: tests },
      { path: ['^server/src/modules/', '^server/src/demo/', '^server/src/(app|main|run)\\.ts$'] },
    ),
    rule(
      'modules-know-no-app',
      'The app knows the modules, not the other way round.',
      { path: '^server/src/modules/', pathNot: tests },
      { path: ['^server/src/demo/', '^server/src/(app|main|run)\\.ts$'] },
    ),
    rule(
      'modules-keep-routes',
      'Another module offers its policy, its queries and its use cases; its routes are its own.',
      { path: modulesOwn, pathNot: tests },
      { path: '^server/src/modules/[^/]+/.*\\.routes\\.ts$', pathNot: '^server/src/modules/$1/' },
    ),
    rule(
      'app-knows-no-demo',
      'The demo practice is put in by an entry and a script of its own.',
      { path: '^server/src/[^/]+\\.ts$', pathNot: tests },
      { path: '^server/src/demo/' },
    ),
    rule(
      'reset-is-a-command',
      'Only the command that resets the demo can throw a database away.',
      { path: '^server/', pathNot: tests },
      { path: '^server/src/demo/reset\\.ts$' },
    ),

    rule(
      'ui-knows-no-subject',
      'Dialogs, tables and fields serve every feature and know nothing of dentistry.',
      { path: '^web/src/(ui|i18n|brand)/', pathNot: tests },
      { path: '^(web/src/(features|app|viewer|dental-ui)|dental|mesh)/' },
    ),
    rule(
      'client-knows-no-feature',
      'What all features call the server with has no word of any of them.',
      { path: '^web/src/client/', pathNot: tests },
      { path: '^web/src/(features|app|viewer|dental-ui)/' },
    ),
    rule(
      'dental-ui-knows-no-feature',
      'The tooth chart and the status badge serve every feature.',
      { path: '^web/src/dental-ui/', pathNot: tests },
      { path: '^web/src/(features|app|viewer|client)/' },
    ),
    rule(
      'viewer-stands-alone',
      'The 3D engine shows meshes to whoever asks.',
      { path: '^web/src/viewer/', pathNot: tests },
      { path: '^web/src/(?!viewer/)' },
    ),
    rule(
      'viewer-without-react',
      'The 3D engine is a plain class.',
      { path: '^web/src/viewer/' },
      { path: '^node_modules/(react|react-dom|react-router|@mantine|@tanstack|@tabler)(/|$)' },
    ),
    rule(
      'features-know-no-app',
      'The app puts the features together.',
      { path: '^web/src/features/', pathNot: tests },
      { path: '^web/src/app/' },
    ),
    rule(
      'features-by-offer',
      'A feature uses of another one only what that one offers in a file ending in .offers.ts or .offers.tsx.',
      { path: featuresOwn, pathNot: tests },
      { path: '^web/src/features/', pathNot: ['^web/src/features/$1/', offered] },
    ),
  ],
  options: {
    parser: 'swc',
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(bench/viewer-pages/others|web/dist|e2e/test-results|e2e/playwright-report)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
    skipAnalysisNotInRules: true,
  },
};
