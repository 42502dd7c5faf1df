import type { ReplyFrom } from '@cusp/contract/endpoints';
import { casesOfPatient } from '@cusp/contract/privacy.routes';
import { Checkbox } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CuspKey, useCall } from '../../client/use-call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import classes from './privacy.module.css';

export type PatientCase = ReplyFrom<typeof casesOfPatient>['cases'][number];

interface Props {
  search: string;
  /** Why a case cannot be chosen, and other remarks about it. */
  describe(of: PatientCase): { blocked: string | null; about: string | null };
  /** Actions on the chosen cases. */
  children(ids: readonly number[]): ReactNode;
}

/**
 * The cases that the words find. All are chosen at first if they are of one patient, and none if a name or a date of
 * birth differs, so that no other patient is erased or exported by mistake.
 */
export function PatientCases({ search, describe, children }: Props) {
  const { t } = useTranslation('privacy');
  const { date, day } = useFormat();
  /** The person's own answers, which a changing list must not reverse. */
  const [answers, setAnswers] = useState<ReadonlyMap<number, boolean>>(new Map());
  const key: CuspKey = ['cases', 'of-patient', search];
  const { data, error, refetch } = useCall(casesOfPatient, { query: { search } }, key, { staleTime: 0 });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={2} height={48} />;
  if (data.cases.length === 0)
    return <EmptyState icon={<IconSearchOff size={22} />} title={t('erase.nothing')} />;
  const cases = data.cases.map((of) => ({ of, ...describe(of) }));
  const patients = new Set(data.cases.map(({ patient, birthdate }) => `${patient} ${birthdate}`));
  const isChosen = (id: number) => answers.get(id) ?? patients.size === 1;
  return (
    <>
      {data.is_cut && <p className={classes.note}>{t('log.cut')}</p>}
      {patients.size > 1 && <p className={classes.note}>{t('erase.several')}</p>}
      <ul className={classes.list}>
        {cases.map(({ of: { id, no, patient, birthdate, published_date }, blocked, about }) => (
          <li key={id} className={classes.entry}>
            <Checkbox
              className={classes.words}
              label={`${patient} · ${no}`}
              description={[
                birthdate && t('erase.born', { date: day(birthdate) }),
                t('erase.sent', { date: date(published_date) }),
                blocked,
                about,
              ]
                .filter(Boolean)
                .join(' · ')}
              checked={blocked === null && isChosen(id)}
              disabled={blocked !== null}
              onChange={({ currentTarget }) => setAnswers(new Map(answers).set(id, currentTarget.checked))}
            />
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        {children(
          cases.filter(({ of, blocked }) => blocked === null && isChosen(of.id)).map(({ of }) => of.id),
        )}
      </div>
    </>
  );
}
