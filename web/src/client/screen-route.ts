import type { PagePath } from '@cusp/contract/pages';
import type { FlatNamespace } from 'i18next';
import type { ComponentType } from 'react';

/**
 * One screen of a feature. Each feature lists its own in `features/<subject>/<subject>.routes.ts` as `export
 * const routes: ScreenRoute[]`; the app finds that file by its name.
 */
export interface ScreenRoute {
  path: PagePath;
  /**
   * `user`: signed-in people, inside the shell. `guest`: guests only, signed-in people are redirected.
   * `open`: anybody.
   */
  guard: 'user' | 'guest' | 'open';
  /**
   * Loads the screen's module, whose default export is the component; or the component itself if it is in the
   * initial bundle.
   */
  screen: (() => Promise<{ default: ComponentType }>) | { atStart: ComponentType };
  /**
   * The text namespaces of the screen and all its imports, besides those of the initial bundle. A test checks
   * that none is missing, so that no screen suspends a second time.
   */
  texts: readonly FlatNamespace[];
}
