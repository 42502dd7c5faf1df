import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import * as routes from './partner-features.routes.ts';
import { Sheet, SheetUpload } from './sheets.ts';
import { CountedPage, listQuery } from './staff-lists.ts';
import { Id, Moment, Search, Version } from './wire.ts';

const MAX_UDI = 500;

export const Feature = z.object({
  id: z.number().int(),
  udi: z.string(),
  option: z.boolean(),
  /** Raised by each change of the option. */
  version: z.number().int(),
  updated_at: Moment,
  /** '' if unknown. */
  updated_by: z.string(),
});
export type Feature = z.infer<typeof Feature>;

export const listFeatures = endpoint(routes.listFeatures, {
  summary: 'Partner features of devices, by UDI',
  /** `search`: a part of the UDI in any spelling. */
  query: listQuery(routes.FEATURE_SORTS, routes.FEATURES_DEFAULT_SORT),
  reply: z.object({ features: z.array(Feature), page: CountedPage }),
});

export const exportFeatures = endpoint(routes.exportFeatures, {
  summary: 'All partner features that a search finds, for a spreadsheet that the browser creates',
  query: z.object({ search: Search }),
  reply: z.object({ features: z.array(z.object({ udi: z.string(), option: z.boolean() })) }),
  perMinute: 10,
});

export const featureSheetTemplate = endpoint(routes.featureSheetTemplate, {
  summary: 'The empty sheet for uploading partner features',
});

export const changeFeature = endpoint(routes.changeFeature, {
  summary: 'Turn a partner feature on or off',
  params: z.object({ id: Id }),
  /** `version`: as it was shown; refused with `conflict` if another user has changed the option since. */
  body: z.object({ option: z.boolean(), version: Version.optional() }),
  reply: Feature,
});

export const uploadFeatures = endpoint(routes.uploadFeatures, {
  summary: 'Check a sheet of partner features; only the check itself is stored',
  body: SheetUpload,
  encoding: 'multipart',
  reply: Sheet,
  perMinute: 30,
});

export const removeFeatures = endpoint(routes.removeFeatures, {
  summary: 'Remove partner features; UDIs without one are ignored',
  body: z.object({ udis: z.array(z.string().max(MAX_UDI)).min(1).max(routes.FEATURES_AT_ONCE) }),
  reply: z.object({ deleted: z.number().int() }),
});
