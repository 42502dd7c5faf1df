import { PAGES } from '@cusp/contract/pages';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import type { SubjectRow } from './support.sql.ts';

/** Mails a customer that support may act for them, or does so. The reason is on their security page. */
export const notifySupport = (
  work: Work<Doer>,
  subject: SubjectRow,
  template: 'support-approved' | 'support-began',
  params: Record<string, string>,
): Promise<void> =>
  work.mail(subject, template, { name: subject.first_name, link: PAGES.security, ...params });
