import { route } from './endpoint.ts';

export const MAX_VIEWS = 50;
export const MAX_VIEW_NAME = 60;
/** Maximum number of people listed in a view; larger institutions are stored by name. */
export const MAX_VIEW_PEOPLE = 200;

export const listViews = route({ method: 'GET', path: '/v1/user/views/', access: 'user' });
const emits = ['views_changed'] as const;

export const addView = route({ method: 'POST', path: '/v1/user/views/', access: 'user', emits });
export const orderViews = route({ method: 'PUT', path: '/v1/user/views/order/', access: 'user', emits });
export const changeView = route({ method: 'PUT', path: '/v1/user/views/:id/', access: 'user', emits });
export const removeView = route({ method: 'DELETE', path: '/v1/user/views/:id/', access: 'user', emits });
