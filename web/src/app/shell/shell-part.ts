import { partOf } from '../part.tsx';

/** The texts of the shell and of all it imports. */
export const SHELL_TEXTS = ['shell', 'dental'] as const;

/** What surrounds the screens of signed-in people. */
export const SHELL = partOf(() => import('./Shell.tsx'), SHELL_TEXTS);
