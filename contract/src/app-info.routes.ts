import { route } from './endpoint.ts';

export const appInfo = route({ method: 'GET', path: '/v1/app-info/', access: 'public' });
