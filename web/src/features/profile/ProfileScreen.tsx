import { getProfile } from '@cusp/contract/profile.routes';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../client/use-call.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ProfileForm } from './form/ProfileForm.tsx';
import classes from './form/profile-form.module.css';

/** The own profile: how partners see a person, and where they find them. */
export default function ProfileScreen() {
  const { t } = useTranslation('profile');
  // The form begins with what the server has now, never with what it had at an earlier visit.
  const { data, error, refetch } = useCall(getProfile, {}, ['user', 'profile'], { gcTime: 0 });
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('text')} />
      {data ? (
        <ProfileForm profile={data} reload={async () => (await refetch()).data} />
      ) : (
        <div className={classes.card}>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState rows={6} height={56} />
          )}
        </div>
      )}
    </div>
  );
}
