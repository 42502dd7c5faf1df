import { AppInfo } from './brand.ts';
import { endpoint } from './endpoint.ts';

export const appInfo = endpoint({
  method: 'GET',
  path: '/v1/app-info/',
  access: 'public',
  summary: 'Version, region and skin of the host that was asked',
  reply: AppInfo,
});
