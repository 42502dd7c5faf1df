import { routes } from '../../features/admin/admin.routes.ts';
import { withPart } from '../routes.ts';

/** Every page of the administration that has a screen. */
export const ADMIN_ROUTES = routes.map(withPart);
