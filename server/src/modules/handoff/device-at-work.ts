import type { HandoffCase } from '@cusp/contract/handoff';
import { PHOTO_EXTENSIONS } from '@cusp/contract/handoff.routes';
import { hasExtension } from '@cusp/mesh/file-extensions';
import { fullName } from '@cusp/text/names';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { actionIdOf } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { presentCase } from '../cases/cases.present.ts';
import { presentComments } from '../comments/comments.present.ts';
import { commentsOf } from '../comments/comments.sql.ts';
import { newestOf } from '../files/files.present.ts';
import { type FileRow, filesOf } from '../files/files.sql.ts';
import { showsInPage } from '../files/inline.ts';
import { takeFile } from '../files/read-files.ts';
import { type Incoming, uploadFile } from '../files/upload-file.ts';
import { requireOwnPage } from '../identity/same-site.ts';
import { hashToken } from '../identity/sessions.ts';
import { deviceOfToken } from './handoff.sql.ts';
import { handoffCookieOf } from './handoff-cookie.ts';

/** A connected device: it acts for its person, on one case only. */
export interface Device {
  id: string;
  caseId: number;
  person: string;
  expiresAt: Date;
  actor: Actor;
}

/**
 * The device of a request. Changes must come from our own page, because the browser sends the cookie automatically.
 * Throws `handoff_over` if `connection` is not the cookie's, and `agreement_needed` for a change before an overdue
 * agreement is accepted, except with `withoutAgreement`.
 */
export async function deviceOfRequest(
  services: Services,
  request: FastifyRequest,
  connection?: string,
  { withoutAgreement = false } = {},
): Promise<Device> {
  const token = handoffCookieOf(request);
  const device = token ? await deviceOfToken(services, hashToken(token)) : undefined;
  if (!device || (connection && connection.toLowerCase() !== device.id)) throw new Refusal('handoff_over');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    requireOwnPage(request);
    if (device.unagreed && !withoutAgreement) throw new Refusal('agreement_needed');
  }
  await services.db
    .updateTable('case_handoff')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', device.id)
    .execute();
  return {
    id: device.id,
    caseId: device.case_id,
    person: fullName(device.first_name, device.last_name),
    expiresAt: device.expires_at,
    actor: {
      userId: device.user_id,
      sessionId: device.session_id,
      ip: request.ip,
      requestId: request.id,
      actionId: actionIdOf(request),
    },
  };
}

const isPhoto = (file: Pick<FileRow, 'filename' | 'mediaType'>): boolean =>
  file.mediaType.startsWith('image/') && showsInPage(file);

/** The case as shown to its device. Marks nothing as read, because the person did not open it there. */
export async function readHandoffCase(services: Services, device: Device): Promise<HandoffCase> {
  const { actor, caseId } = device;
  const row = await caseDetail(services.db, actor.userId, { id: caseId });
  const [files, comments] = await Promise.all([
    filesOf(services.db, actor.userId, caseId),
    commentsOf(services.db, actor.userId, caseId),
  ]);
  await audit(services.db, actor, { action: 'case_read', caseId, detail: { handoff: device.id } });
  const { no, patient, status, ...order } = presentCase(row);
  return {
    connection: device.id,
    no,
    patient: { firstname: patient.firstname, lastname: patient.lastname },
    status: { code: status.code, str: status.str },
    person: device.person,
    expires_date: device.expiresAt.toISOString(),
    can_add_photos: status.code !== 'CLSD',
    note: order.note,
    no_restoration_reason: order.no_restoration_reason,
    scans_follow: order.scans_follow,
    number_sys: order.number_sys,
    restorations: order.restorations,
    connectors: order.connectors,
    files: newestOf(files)
      .toReversed()
      .map((file) => ({
        id: file.id,
        filename: file.filename,
        size: file.size,
        updated_date: file.createdAt.toISOString(),
        is_photo: isPhoto(file),
      })),
    comments: presentComments(comments, actor.userId),
  };
}

/** A picture of the device's case; throws `not_found` for every other file. */
export async function takeHandoffPhoto(services: Services, device: Device, fileId: number): Promise<FileRow> {
  const files = await filesOf(services.db, device.actor.userId, device.caseId);
  found(files.find((file) => file.id === fileId && isPhoto(file)));
  return takeFile(services, device.actor, fileId, { isShown: true, opensPage: false });
}

/** Adds a picture; other file names are refused before the first byte. */
export async function addHandoffPhoto(
  services: Services,
  device: Device,
  open: () => Promise<Incoming | null>,
): Promise<{ id: number }> {
  const { id } = await uploadFile(services, device.actor, device.caseId, async () => {
    const incoming = await open();
    const isNamedSo = incoming && hasExtension(incoming.filename, PHOTO_EXTENSIONS);
    if (incoming && !isNamedSo) throw new Refusal('photo_type_not_allowed', 'file');
    return incoming;
  });
  return { id };
}
