import { route } from './endpoint.ts';

export const getPush = route({ method: 'GET', path: '/v1/push/', access: 'user', support: 'never' });
export const subscribePush = route({ method: 'PUT', path: '/v1/push/', access: 'user' });
export const unsubscribePush = route({ method: 'DELETE', path: '/v1/push/', access: 'user' });
