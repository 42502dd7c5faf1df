import { leaveHandoff } from '@cusp/contract/handoff';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import { useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { toastError } from '../../../ui/toast.ts';
import { LanguageSelect } from '../../identity/identity.offers.tsx';
import { HandoffView } from './HandoffView.tsx';
import classes from './handoff.module.css';
import { NotConnected, reasonOf } from './NotConnected.tsx';
import { useHandoff } from './use-handoff.ts';

/** What the code of a case opens on a phone: this case, to look at and to add photos and comments. */
export default function HandoffScreen() {
  const { t } = useTranslation('handoff');
  const { t: errors } = useTranslation('errors');
  const { odm } = appInfo();
  const queries = useQueryClient();
  const [code] = useState(() => location.hash.slice(1));
  const [hasLeft, setLeft] = useState(false);
  const { data, error, refetch, isFetching } = useHandoff(code, !hasLeft);
  // A second code that is opened in this tab changes the address and loads nothing by itself.
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
  const leave = useChange(leaveHandoff, {
    onSuccess: () => {
      setLeft(true);
      queries.removeQueries({ queryKey: ['handoff'] });
    },
    onError: (failure) => toastError(errorText(errors, failure)),
  });
  const reason = hasLeft ? 'left' : error && reasonOf(error);
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <img src={odm.images.mark} alt="" width={28} height={28} />
          {odm.app_name}
        </span>
        <LanguageSelect />
      </header>
      <main className={classes.main} aria-label={t('page.label')}>
        {reason ? (
          <NotConnected reason={reason} />
        ) : data ? (
          <HandoffView
            dentalCase={data}
            onLeave={() => leave.mutate({ query: { connection: data.connection } })}
            isLeaving={leave.isPending}
          />
        ) : error && !isFetching ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={6} />
        )}
      </main>
    </div>
  );
}
