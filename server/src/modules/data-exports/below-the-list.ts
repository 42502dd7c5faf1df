import type { ExportedAgreement } from '@cusp/contract/export-format';
import type { ExportedDraft } from '@cusp/contract/exported-case';
import { fullName } from '@cusp/text/names';
import type { TFunction } from 'i18next';
import { createElement as h, type ReactNode } from 'react';
import { link } from './page-parts.ts';

/** Contents of the first page of an export's list, besides the cases. */
export interface FirstPage {
  drafts: readonly ExportedDraft[];
  agreements: readonly ExportedAgreement[];
  /** The number of statements, which have a separate list. */
  statements: number;
}

type Moment = (at: string) => string;

export const belowTheList = (
  t: TFunction,
  { drafts, agreements, statements }: FirstPage,
  moment: Moment,
): ReactNode[] => [
  ...(statements > 0 ? statementsPart(t) : []),
  ...(drafts.length > 0 ? draftsPart(t, drafts, moment) : []),
  ...(agreements.length > 0 ? agreementsPart(t, agreements, moment) : []),
];

const statementsPart = (t: TFunction): ReactNode[] => [
  h('h2', null, t('statements:archive.title')),
  h('p', { className: 'quiet' }, t('statementsText')),
  h('div', { className: 'links' }, link('statements/index.html', t('statementsList'))),
];

function draftsPart(t: TFunction, drafts: readonly ExportedDraft[], moment: Moment): ReactNode[] {
  const line = ({ no, updated_at, recipient, order, files }: ExportedDraft) => {
    const patient = fullName(order.patient.firstname, order.patient.lastname);
    const to = recipient && [fullName(recipient.first_name, recipient.last_name), recipient.institution];
    return h(
      'li',
      null,
      link(`drafts/${no}/draft.json`, patient || t('cases:list.noPatient')),
      h(
        'p',
        { className: 'quiet' },
        [no, ...(to ?? [t('cases:drafts.noRecipient')]), moment(updated_at)].filter(Boolean).join(' · '),
      ),
      order.note && h('p', { className: 'text' }, order.note),
      h(
        'div',
        { className: 'links' },
        ...files.map(({ path, name, withheld }) =>
          path
            ? link(`drafts/${no}/${path}`, name)
            : h('span', null, `${name} · ${withheld ? t(`withheld.${withheld}`) : ''}`),
        ),
      ),
    );
  };
  return [h('h2', null, t('cases:drafts.title')), h('ul', null, ...drafts.map(line))];
}

function agreementsPart(t: TFunction, agreements: readonly ExportedAgreement[], moment: Moment): ReactNode[] {
  const line = ({ kind, version, accepted_at, path }: ExportedAgreement) =>
    h(
      'li',
      null,
      link(path, t(`agreements:kinds.${kind}`)),
      h(
        'p',
        { className: 'quiet' },
        `${t('agreements:version', { version })} · ${t('agreements:acceptedAt', { when: moment(accepted_at) })}`,
      ),
    );
  return [h('h2', null, t('agreements:title')), h('ul', null, ...agreements.map(line))];
}
