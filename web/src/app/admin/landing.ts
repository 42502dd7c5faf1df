import { ADM_PATHS, PAGES, type PagePath } from '@cusp/contract/pages';
import { mayEnter, type StaffFlag } from '@cusp/contract/staff.routes';
import { ADMIN_ROUTES } from './admin-routes.ts';

/** The first page per kind of staff, by the specification; with several flags the first match applies. */
const LANDINGS: readonly (readonly [StaffFlag, string])[] = [
  ['device_manager', ADM_PATHS.registrations],
  ['device_user_viewer', ADM_PATHS.registrations],
  ['sales_manager', ADM_PATHS.devices],
  ['staff', ADM_PATHS.dashboard],
];

interface Page {
  path: PagePath;
  flags: readonly StaffFlag[];
}

/**
 * The first page for these flags: that of their kind if it has a screen, else the first permitted page, or
 * null.
 */
export function staffHomeOf(
  flags: readonly StaffFlag[],
  pages: readonly Page[] = ADMIN_ROUTES,
): PagePath | null {
  // A page with a parameter cannot be opened without it.
  const open = pages.filter((page) => mayEnter(flags, page.flags) && !page.path.includes(':'));
  for (const [flag, path] of LANDINGS) {
    const landing = flags.includes(flag) && open.find((page) => page.path === path);
    if (landing) return landing.path;
  }
  return open[0]?.path ?? null;
}

/** Target of sign-in: the requested page if these flags may open it, else the first page. */
export function afterAdminSignIn(flags: readonly StaffFlag[], asked: unknown): string {
  const from = typeof asked === 'object' && asked !== null && 'from' in asked ? asked.from : null;
  const isOpen = (path: string) =>
    ADMIN_ROUTES.some((page) => mayEnter(flags, page.flags) && matchesPage(page.path, path));
  return typeof from === 'string' && isOpen(from) ? from : (staffHomeOf(flags) ?? PAGES.adm);
}

const matchesPage = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path.split(/[?#]/)[0] ?? '');
