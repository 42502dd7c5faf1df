import type { PagePath } from '@cusp/contract/pages';
import type { ScreenRoute } from '../client/screen-route.ts';
import { bundledPart, type Part, partOf } from './part.tsx';

/** Those of the administration are in `admin/admin-routes.ts`, which only its pages load. */
const features = import.meta.glob<ScreenRoute[]>(
  ['../features/*/*.routes.ts', '!../features/admin/admin.routes.ts'],
  { eager: true, import: 'routes' },
);

const parts = new Map<ScreenRoute['screen'], Part>();

/** Paths of the same screen share its component, so that navigating between them does not remount it. */
function partOfScreen({ screen, texts, data }: ScreenRoute): Part {
  const part =
    parts.get(screen) ?? ('atStart' in screen ? bundledPart(screen.atStart) : partOf(screen, texts, data));
  parts.set(screen, part);
  return part;
}

export const withPart = <R extends ScreenRoute>(route: R): R & { part: Part } => ({
  ...route,
  part: partOfScreen(route),
});

/** Every page outside the administration, and the administration's sign-in page. */
export const ROUTES = Object.values(features).flat().map(withPart);

const built = new Set<PagePath>(ROUTES.map((route) => route.path));

/** Whether a page has a screen; the navigation only links to those. */
export const isBuilt = (path: PagePath): boolean => built.has(path);
