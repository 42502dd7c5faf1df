import type { SupportInfo } from '@cusp/contract/sign-in';
import type { Support } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { nameOf } from '../people/person.present.ts';
import { loadUser } from './user.sql.ts';

/** Data for the banner of a support tab. */
export async function supportInfo({ db }: Services, support: Support): Promise<SupportInfo> {
  const staff = await loadUser(db, support.staffId);
  return { id: support.id, staff: nameOf(staff), mode: support.mode, sees_patients: support.seesPatients };
}
