import { audit } from '../../platform/audit/audit.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { lightCopyOf } from '../light-copies/light-copies.sql.ts';
import { mayTakeFile } from './files.policy.ts';
import { fileById } from './files.sql.ts';

/** The light copy that may be sent now, under the same rules as its file. Null if the file has none. */
export async function takeLightCopy(services: Services, actor: Actor, fileId: number) {
  const file = found(await fileById(services.db, actor.userId, fileId));
  const code = mayTakeFile({ ...file, status: file.caseStatus }, file, actor.userId);
  const copy = code ? null : await lightCopyOf(services.db, fileId);
  await audit(services.db, actor, {
    action: 'file_read',
    result: code ? 'refused' : 'ok',
    caseId: file.caseId,
    object: { type: 'file', id: fileId },
    detail: { light: true },
  });
  if (code) throw new Refusal(code);
  return copy ? { ...copy, filename: `${file.filename}.glb` } : null;
}
