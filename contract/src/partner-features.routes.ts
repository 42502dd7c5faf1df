import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

const staff = STAFF_AREAS.partnerFeatures;

/** Milliseconds after which a change of an option counts as failed. */
export const FEATURE_TIMEOUT_MS = 15_000;
export const FEATURE_SORTS = ['udi', 'option', 'updated'] as const;
export const FEATURES_DEFAULT_SORT = 'udi asc';
/** Maximum number of UDIs in one deletion. */
export const FEATURES_AT_ONCE = 1000;

export const listFeatures = route({ method: 'GET', path: '/partnerfeatures/', access: 'user', staff });
export const exportFeatures = route({
  method: 'GET',
  path: '/partnerfeatures/export/',
  access: 'user',
  staff,
});
export const featureSheetTemplate = route({
  method: 'GET',
  path: '/partnerfeatures/template/',
  access: 'user',
  staff,
  reply: 'bytes',
});
export const changeFeature = route({ method: 'PATCH', path: '/partnerfeatures/:id/', access: 'user', staff });
export const uploadFeatures = route({
  method: 'POST',
  path: '/partnerfeatures/bulk/',
  access: 'user',
  staff,
});
export const removeFeatures = route({
  method: 'POST',
  path: '/partnerfeatures/delete/',
  access: 'user',
  staff,
});
