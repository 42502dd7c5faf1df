import type { CaseDetail } from '@cusp/contract/cases';
import { listStatements } from '@cusp/contract/statements.routes';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { StatementLine } from './StatementLine.tsx';
import classes from './statements.module.css';

const StatementDialog = lazy(() => import('./dialog/StatementDialog.tsx'));

/**
 * The statements for the custom-made device of a case, for both sides. Renders nothing if there are none and none can
 * be issued; orders that were not begun are not queried.
 */
export function CaseStatements({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('statements');
  const { id, no, status } = dentalCase;
  const mayRead = useMayCall(listStatements);
  const mayHave = mayRead && status.code !== 'OPEN' && status.code !== 'READ';
  const { data, error, refetch } = useCall(
    listStatements,
    { params: { id } },
    // The permission to issue depends on the status.
    ['statements', id, status.code],
    {
      enabled: mayHave,
      // Those of the former status stay until then, with the form that may be open.
      placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    },
  );
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');
  if (!mayHave) return null;
  if (!data && !error) return null;
  if (data && data.statements.length === 0 && !data.may_issue) return null;
  return (
    <section className={classes.section} aria-labelledby="statements-title">
      <div className={classes.head}>
        <h3 id="statements-title" className={classes.heading}>
          {t('title')} <span className={classes.quiet}>{t('law')}</span>
        </h3>
        {data?.may_issue && (
          <Button size="xs" variant="default" onClick={() => setDialog('open')}>
            {data.statements.length === 0 ? t('issue') : t('correct')}
          </Button>
        )}
      </div>
      {data ? (
        data.statements.length === 0 ? (
          <p className={classes.text}>{t('none')}</p>
        ) : (
          <ul className={classes.list}>
            {data.statements.map((statement) => (
              <StatementLine key={statement.id} statement={statement} isOfMany={false} />
            ))}
          </ul>
        )
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {dialog !== 'unused' && (
        <Suspense fallback={null}>
          <StatementDialog
            caseId={id}
            no={no}
            opened={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </section>
  );
}
