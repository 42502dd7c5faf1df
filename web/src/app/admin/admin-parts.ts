import { matchRoutes } from 'react-router';
import { type Part, partOf } from '../part.tsx';
import { ROUTES } from '../routes.ts';
import { ADMIN_ROUTES } from './admin-routes.ts';

/** The text namespaces of the shell of the administration and everything it imports. */
export const ADMIN_SHELL_TEXTS = ['admin', 'shell'] as const;

export const ADMIN_SHELL = partOf(() => import('./AdminShell.tsx'), ADMIN_SHELL_TEXTS);

/** The sign-in page of the administration. */
export const DOOR = ROUTES.filter(({ guard }) => guard === 'staff-door');

const table = ADMIN_ROUTES.map(({ path, part }) => ({ path, handle: part }));

/** The parts that a path of the administration renders for signed-in staff or for a guest. */
export function partsOfPath(pathname: string, isSignedIn: boolean): readonly Part[] {
  if (!isSignedIn) return DOOR.map(({ part }) => part);
  const part: Part | undefined = matchRoutes(table, pathname)?.at(-1)?.route.handle;
  return part ? [ADMIN_SHELL, part] : [ADMIN_SHELL];
}
