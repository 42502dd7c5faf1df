import type { AdminRoute } from '../../client/screen-route.ts';

/**
 * Every page of the administration. The navigation shows those that the flags of the signed-in person open, in the order
 * of `app/admin/admin-navigation.ts`.
 */
export const routes: AdminRoute[] = [];
