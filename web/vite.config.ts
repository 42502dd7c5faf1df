import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileAtOnce } from './compile-at-once.ts';
import { firstPaintStyles } from './first-paint-styles.ts';
import { firstRows, rowSheets } from './first-rows-plugin.ts';
import { helpPages } from './help-pages.ts';
import { pdfjsData } from './pdfjs-data.ts';
import { precompress } from './precompress.ts';
import { serviceWorkerShell } from './service-worker-shell.ts';
import { textPacks } from './text-packs-plugin.ts';

const ENTRY = /[\\/](index\.html|main\.tsx)$/;
const TEXTS = /[\\/]languages[\\/]/;
/** Icons, fields, endpoints and similar small modules. */
const SMALL =
  /[\\/](@tabler[\\/]icons-react[\\/].*|(text|mesh|dental|contract)[\\/]src[\\/][^\\/]+|web[\\/]src[\\/]client[\\/].*|web[\\/]src[\\/](ui|dental-ui)[\\/][^\\/]+)$/;
/** Modules of the contract without a schema. The few screens that validate in the browser load zod themselves. */
const PLAIN =
  '(?:[a-z-]+\\.routes|account-field-errors|carriers|countries|endpoint|errors|event-names|events|file-types|limits|pages|storage-region)\\.ts$';
const SCHEMAS = new RegExp(`[\\\\/](node_modules[\\\\/]zod[\\\\/]|contract[\\\\/]src[\\\\/](?!${PLAIN}))`);
/** Libraries of forms with choices, and of queries. */
const FORMS = [
  ...['@floating-ui', '@tanstack', '@mantine/form', '@mantine/hooks', 'klona', 'fast-deep-equal'].map(
    (name) => `/node_modules/${name}/`,
  ),
  ...[
    'Alert',
    'Checkbox/CheckIcon',
    'Combobox',
    'FileButton',
    'FocusTrap',
    'Overlay',
    'Popover',
    'Portal',
  ].map((name) => `/@mantine/core/esm/components/${name}`),
  ...[
    'components/ScrollArea',
    'components/Select',
    'utils/Floating',
    'core/utils',
    'core/DirectionProvider',
    'core/MantineProvider/use-mantine-color-scheme',
  ].map((name) => `/@mantine/core/esm/${name}/`),
  ...['use-call', 'use-single-flight', 'live/staleness', 'live/make-stale', 'live/refresh-after'].map(
    (name) => `/web/src/client/${name}.ts`,
  ),
  '/contract/src/account-field-errors.ts',
  '/web/src/app/query-client.ts',
  ...['BackLink', 'back-link', 'OptionalLabel', 'optional-label'].map((name) => `/web/src/ui/${name}`),
  '/icons/IconChevronLeft.mjs',
];
/** Modules that the forms of an account share. */
const ACCOUNT = [
  ...[
    'profile/fields/',
    'profile/phone/',
    'profile/picture/',
    'identity/page/',
    'identity/human-check/',
    'identity/passwords/password',
  ].map((name) => `/web/src/features/${name}`),
  ...['PersonAvatar', 'person-avatar', 'format/country-name', 'format/plain-text', 'use-seconds-until'].map(
    (name) => `/web/src/ui/${name}`,
  ),
  ...['accounts.', 'addresses.', 'countries.', 'limits.', 'phone.', 'profile.', 'social.'].map(
    (name) => `/contract/src/${name}`,
  ),
  ...['AlertCircle', 'Check', 'Lock', 'PhotoUp', 'Shield', 'ShieldCheck', 'ShieldX', 'WorldQuestion'].map(
    (name) => `/icons/Icon${name}.mjs`,
  ),
  ...['text/src/names.ts', 'text/src/unseen.ts', 'mesh/src/jpeg-frame.ts', 'mesh/src/picture-head.ts'],
];
/** Modules that the case list shares with a few other screens; alone they would be thirty requests of its first visit. */
const CASES = [
  ...[
    ...['list/', 'filters/', 'bulk/', 'views/', 'calendar/calendar-days', 'case-', 'LongText', 'long-text'],
    ...['use-undo', 'detail/DetailSkeleton', 'detail/RestorationsSection', 'detail/restorations-section'],
    'detail/use-status-change',
  ].map((name) => `/web/src/features/cases/${name}`),
  ...['detail-top', 'case-view'].map((name) => `/web/src/features/cases/detail/${name}.module.css`),
  ...[
    'offline/use-shown-status',
    'offline/WaitingList',
    'offline/offline.module.css',
    'production/use-step-name',
    'production/production.module.css',
    'region-visit/',
    'statements/',
    'palette/palette.offers',
    'profile/region/region.offers',
    'inbox/push-browser',
  ].map((name) => `/web/src/features/${name}`),
  '/web/src/dental-ui/odontogram/MiniArch',
  '/web/src/dental-ui/odontogram/mini-arch',
  '/web/src/app/shell/',
  ...['Divider', 'Indicator', 'Notification', 'Pill', 'PillsInput'].map(
    (name) => `/@mantine/core/esm/components/${name}/`,
  ),
  ...[
    ...['fuse.js', 'uqr', '@babel/runtime', '@mantine/store', '@mantine/notifications'],
    'react-transition-group',
  ].map((name) => `/node_modules/${name}/`),
];
/** Modules that an open case shares with a few other screens. */
const CASE = [
  ...[
    ...['files/', 'orders/', 'scans/', 'order-templates/save-template', 'shipping/shipping.module.css'],
    ...['CannotShow', 'CaseViewer', 'scene/draw-scans', 'messages.module.css', 'viewer.offers'].map(
      (name) => `viewer/${name}`,
    ),
  ].map((name) => `/web/src/features/${name}`),
  ...['Center', 'Image', 'LoadingOverlay'].map((name) => `/@mantine/core/esm/components/${name}/`),
  ...['@mantine/dropzone', 'attr-accept', 'file-selector', 'react-dropzone'].map(
    (name) => `/node_modules/${name}/`,
  ),
];
const isOneOf = (parts: readonly string[]) => (id: string) => {
  const path = id.replaceAll('\\', '/');
  return parts.some((part) => path.includes(part));
};
const GROUPS = [
  { name: 'schemas', test: SCHEMAS, priority: 4 },
  // The initial bundle and the sign-in screen are one file.
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !ENTRY.test(id), priority: 3 },
  // The only shared modules that the sign-up form needs; arrow keys between buttons are in the order forms.
  {
    name: 'forms',
    minShareCount: 2,
    test: (id: string) => isOneOf(FORMS)(id) && !id.includes('use-roving-index'),
    priority: 2.5,
  },
  { name: 'account', minShareCount: 2, test: isOneOf(ACCOUNT), priority: 2.4 },
  // Code that many screens share is one chunk, so that a screen requests a few files instead of dozens.
  { name: 'shared', minShareCount: 6, test: (id: string) => !TEXTS.test(id), priority: 2 },
  { name: 'cases', minShareCount: 2, test: isOneOf(CASES), priority: 1.5 },
  { name: 'case', minShareCount: 2, test: isOneOf(CASE), priority: 1.4 },
  // Small modules that a few screens share are one chunk too; alone they would be dozens of files.
  { name: 'small', minShareCount: 2, test: SMALL, priority: 1 },
];
/** Groups take only the listed modules: with all dependencies, each would contain zod. */
const codeSplitting = { groups: GROUPS, includeDependenciesRecursively: false };

/** Files that every page has already loaded, so they need not be listed. */
const LOADED = /^assets\/(rolldown-runtime|start)-[^/]+$/;

const RUN_AT_ONCE = [
  'start',
  'forms',
  'shared',
  'small',
  'cases',
  'Shell',
  'CasesPage',
  'DashboardScreen',
  'Palette',
];

export default defineConfig({
  plugins: [
    react(),
    helpPages(),
    textPacks(),
    pdfjsData(),
    firstPaintStyles(rowSheets),
    firstRows(),
    compileAtOnce(RUN_AT_ONCE),
    precompress(),
    serviceWorkerShell(),
  ],
  build: {
    manifest: true,
    target: 'es2022',
    // The page's policy allows fonts and images from this host only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !LOADED.test(file)) : files,
    },
    rolldownOptions: {
      output: {
        codeSplitting,
        // Otherwise the texts of the sign-in would have the name of the initial bundle. The bundle names more than 200 files, and
        // a hash of 7 characters instead of 8 makes it about 170 bytes smaller.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith('.texts')
            ? 'assets/texts-[name]-[hash:7].js'
            : 'assets/[name]-[hash:7].js',
      },
    },
  },
});
