import { route } from './endpoint.ts';

/** Scope of an export: all that the practice sees, the cases of a patient, or one case. */
export const EXPORT_SCOPES = ['practice', 'patient', 'case'] as const;
export type ExportScope = (typeof EXPORT_SCOPES)[number];

/** Maximum number of exports of one person, running or ready. */
export const MAX_DATA_EXPORTS = 3;

/**
 * For owners of a group and people without one; not available to staff who act for a customer. Open to guests without
 * confirmation, because pages ask for it each second while an export runs, and it names only patients whose cases they
 * see.
 */
export const listDataExports = route({
  method: 'GET',
  path: '/v1/privacy/exports/',
  access: 'user',
  support: 'never',
  guests: 'open',
});
export const startDataExport = route({
  method: 'POST',
  path: '/v1/privacy/exports/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
});
export const removeDataExport = route({
  method: 'DELETE',
  path: '/v1/privacy/exports/:id/',
  access: 'user',
  support: 'never',
  guests: 'confirmed',
});
/** Fetched by the browser itself, which resumes a broken download. */
export const dataExportFile = route({
  method: 'GET',
  path: '/v1/privacy/exports/:id/file/',
  access: 'cookie',
  support: 'never',
  guests: 'confirmed',
  reply: 'bytes',
});
