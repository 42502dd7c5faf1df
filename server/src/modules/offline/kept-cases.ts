import { CaseListQuery } from '@cusp/contract/case-list';
import type { CaseDetail } from '@cusp/contract/cases';
import { OFFLINE_CASES } from '@cusp/contract/offline.routes';
import type { Language } from '@cusp/contract/wire';
import type { ReadLog } from '../../platform/audit/read-log.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { caseWithAll } from '../case-page/read-case.ts';
import { listCases } from '../cases/list-cases.ts';

const NEWEST = CaseListQuery.parse({ sort: 'updated desc' });

/** Rows of the last cases. The access log has them as kept, because they may not have been read by a person. */
export async function keepRows(services: Services, log: ReadLog, actor: Actor, language: Language) {
  const list = await listCases(services, actor, NEWEST, language);
  const posts = list.posts.slice(0, OFFLINE_CASES);
  for (const { id } of posts) log.addKept(actor, id);
  return { posts };
}

/** A case for use without a connection. */
export async function keepCase(
  services: Services,
  log: ReadLog,
  actor: Actor,
  id: number,
): Promise<CaseDetail> {
  const found = await caseWithAll(services, actor, { id });
  log.addKept(actor, id);
  return found;
}
