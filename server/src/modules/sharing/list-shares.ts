import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { caseDetail } from '../cases/case-detail.sql.ts';
import { presentCase } from '../cases/cases.present.ts';
import { otherNamesOf } from '../patients/earlier-names.sql.ts';
import { hintsOf, sharableFiles } from './given-files.ts';
import { withoutPatient } from './patient-texts.ts';
import { presentShare } from './sharing.present.ts';
import { sharesOf } from './sharing.sql.ts';

/** The links of a case that the person may revoke, ended ones included, and what a new link would leave out. */
export async function listShares(services: Services, actor: Actor, caseId: number) {
  const row = await caseDetail(services.db, actor.userId, { id: caseId });
  const rows = await sharesOf(services.db, actor.userId, row.id);
  const files = await sharableFiles(services, actor.userId, row.id);
  const patient = { ...row, other_names: await otherNamesOf(services.db, row.id) };
  return {
    id: row.id,
    shares: rows.map(presentShare),
    files: hintsOf(files, patient),
    texts_name_patient: withoutPatient(presentCase(row), patient, false).texts_left_out,
  };
}
