import type { PagePath } from '@cusp/contract/pages';
import type { StaffFlag } from '@cusp/contract/staff.routes';
import type { QueryClient } from '@tanstack/react-query';
import type { FlatNamespace } from 'i18next';
import type { ComponentType } from 'react';

/** Loads the function that requests the first data of a screen at a query of its URL. */
export type FirstData = () => Promise<{ requestFirst(queries: QueryClient, search: string): void }>;

interface Screen {
  path: PagePath;
  /**
   * Loads the screen's module, whose default export is the component; or the component itself if it is in the
   * initial bundle.
   */
  screen: (() => Promise<{ default: ComponentType }>) | { atStart: ComponentType };
  /**
   * The text namespaces of the screen and all its imports, besides those of the initial bundle. A test checks that the
   * list is complete, so that no screen suspends a second time.
   */
  texts: readonly FlatNamespace[];
  /** For first screens of a day: their data is requested while their code still loads. */
  data?: FirstData;
}

/** A page of the administration, for staff with one of these flags, inside its shell. */
export type AdminRoute = Screen & { guard: 'staff'; flags: readonly StaffFlag[] };

/**
 * One screen of a feature. Each feature lists its own in `features/<subject>/<subject>.routes.ts` as
 * `export const routes: ScreenRoute[]`; the app finds that file by its name.
 */
export type ScreenRoute =
  | AdminRoute
  | (Screen & {
      /**
       * `user`: signed-in people, inside the shell. `guest`: guests only, signed-in people are redirected. `open`:
       * everybody. `staff-door`: the sign-in page of the administration, as `guest`.
       */
      guard: 'user' | 'guest' | 'open' | 'staff-door';
      /** A page of `user` that guests of the other region may open too; all others lead them to the cases. */
      visitors?: 'open';
    });
