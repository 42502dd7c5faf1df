import * as routes from './app-info.routes.ts';
import { AppInfo } from './brand.ts';
import { endpoint } from './endpoint.ts';

export const appInfo = endpoint(routes.appInfo, {
  summary: 'Version, region and skin of the requested host',
  reply: AppInfo,
});
