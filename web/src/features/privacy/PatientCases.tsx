import type { ReplyFrom } from '@cusp/contract/endpoints';
import { casesOfPatient } from '@cusp/contract/privacy.routes';
import { Checkbox } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CuspKey, useCall } from '../../client/use-call.ts';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import classes from './privacy.module.css';

type Found = ReplyFrom<typeof casesOfPatient>;

interface Props {
  search: string;
  /** Why a case cannot be chosen, and other remarks about it. */
  describe(of: Found['cases'][number]): { blocked: string | null; about: string | null };
  /** Why a draft cannot be chosen. */
  draftBlocked(of: Found['drafts'][number]): string | null;
  /** Actions on the chosen cases and drafts. */
  children(ids: readonly number[], drafts: number): ReactNode;
}

/**
 * The cases that the words find, after the drafts. All are chosen at first if they are of one patient, and none if a name or a date of
 * birth differs, so that no other patient is erased or exported by mistake.
 */
export function PatientCases({ search, describe, draftBlocked, children }: Props) {
  const { t } = useTranslation('privacy');
  const { date, day } = useFormat();
  /** The person's own answers, which a changing list must not reverse. */
  const [answers, setAnswers] = useState<ReadonlyMap<number, boolean>>(new Map());
  const key: CuspKey = ['cases', 'of-patient', search];
  const { data, error, refetch } = useCall(casesOfPatient, { query: { search } }, key, { staleTime: 0 });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={2} height={48} />;
  const rows = [
    ...data.drafts.map((of) => ({
      of,
      isDraft: true,
      when: t('erase.changed', { date: date(of.updated_date) }),
      blocked: draftBlocked(of),
      about: t('erase.draftOf', { name: of.author }),
    })),
    ...data.cases.map((of) => ({
      of,
      isDraft: false,
      when: t('erase.sent', { date: date(of.published_date) }),
      ...describe(of),
    })),
  ];
  if (rows.length === 0) return <EmptyState icon={<IconSearchOff size={22} />} title={t('erase.nothing')} />;
  const patients = new Set(
    rows.flatMap(({ of, blocked }) => (blocked === null ? `${of.patient} ${of.birthdate}` : [])),
  );
  const isChosen = (id: number) => answers.get(id) ?? patients.size === 1;
  const chosen = rows.filter(({ of, blocked }) => blocked === null && isChosen(of.id));
  return (
    <>
      {data.is_cut && <p className={classes.note}>{t('log.cut')}</p>}
      {patients.size > 1 && <p className={classes.note}>{t('erase.several')}</p>}
      <ul className={classes.list}>
        {rows.map(({ of: { id, no, patient, birthdate }, when, blocked, about }) => (
          <li key={id} className={classes.entry}>
            <Checkbox
              className={classes.words}
              label={<DottedLine facts={[patient, no]} />}
              description={
                <DottedLine
                  facts={[birthdate && t('erase.born', { date: day(birthdate) }), when, blocked, about]}
                />
              }
              checked={blocked === null && isChosen(id)}
              disabled={blocked !== null}
              onChange={({ currentTarget }) => setAnswers(new Map(answers).set(id, currentTarget.checked))}
            />
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        {children(
          chosen.map(({ of }) => of.id),
          chosen.filter(({ isDraft }) => isDraft).length,
        )}
      </div>
    </>
  );
}
