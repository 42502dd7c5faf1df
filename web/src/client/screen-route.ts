import type { PagePath } from '@cusp/contract/pages';
import type { FlatNamespace } from 'i18next';
import type { ComponentType } from 'react';

/**
 * One screen of a feature. Each feature lists its own in `features/<subject>/<subject>.routes.ts` as
 * `export const routes: ScreenRoute[]`; the app finds that file by its name.
 */
export interface ScreenRoute {
  path: PagePath;
  /** `user`: signed-in people, inside the shell. `guest`: others only, signed-in people go on. `open`: anybody. */
  guard: 'user' | 'guest' | 'open';
  /** Loads the screen, whose file's default export is the component; or the component, which comes with the start. */
  screen: (() => Promise<{ default: ComponentType }>) | { atStart: ComponentType };
  /**
   * The texts that come with the screen: all that it and what it imports use, beside those of the start. A test
   * holds that none is missing, so that no screen waits a second time.
   */
  texts: readonly FlatNamespace[];
}
