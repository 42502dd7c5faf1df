import type { AppInfo } from '@cusp/contract/brand';
import { FILE_EXTENSIONS } from '@cusp/contract/file-types';
import { PAGES, SHARE_TARGET } from '@cusp/contract/pages';
import type { Language } from '@cusp/contract/wire';
import { iconOf } from './platform/brand/brands.ts';
import { loadTexts } from './platform/texts/load-texts.ts';

/** Icons of a skin; a launcher may crop everything outside of the middle 80 % of the maskable one. */
const iconsOf = (key: string) => [
  { src: iconOf(key), sizes: '192x192', type: 'image/png' },
  { src: `/brands/${key}/icon-512.png`, sizes: '512x512', type: 'image/png' },
  { src: `/brands/${key}/icon-maskable.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const SHARED_TYPES = [
  'image/*',
  'application/pdf',
  'application/zip',
  'application/octet-stream',
  ...FILE_EXTENSIONS.map((extension) => `.${extension}`),
];

/** The icon of Apple's home screens, which support neither SVG nor the icons of the manifest. */
export const appleIconOf = ({ odm }: AppInfo): string => `/brands/${odm.key}/icon-apple.png`;

/**
 * Manifest with which a browser installs the skin of a host as an app (W3C Web Application Manifest). The address is
 * the id, so each host of a brand is a separate app with its own sessions.
 */
export async function webManifest({ odm }: AppInfo, language: Language, background: string) {
  const t = (await loadTexts('shell')).getFixedT(language);
  return {
    id: PAGES.home,
    name: odm.app_name,
    short_name: odm.name,
    lang: language,
    start_url: PAGES.home,
    scope: PAGES.home,
    display: 'standalone',
    theme_color: odm.main_color,
    background_color: background,
    icons: iconsOf(odm.key),
    shortcuts: [
      { name: t('newCase'), url: PAGES.newCase },
      { name: t('cases'), url: PAGES.cases },
    ],
    // Files of other apps; Android offers the app for media types, desktops for file names too.
    share_target: {
      action: SHARE_TARGET,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: SHARED_TYPES }] },
    },
  };
}
