import { editProfile, getProfile } from '@cusp/contract/profile.routes';
import { useTranslation } from 'react-i18next';
import { ChangeableBy } from '../../client/session/ChangeableBy.tsx';
import { useCall } from '../../client/use-call.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ProfileForm } from './form/ProfileForm.tsx';
import classes from './form/profile-form.module.css';

/** The person's own profile as partners see it. */
export default function ProfileScreen() {
  const { t } = useTranslation('profile');
  // `gcTime: 0` because the form must start with current data, not with that of an earlier visit.
  const { data, error, refetch } = useCall(getProfile, {}, ['user', 'profile'], { gcTime: 0 });
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('text')} />
      {data ? (
        <ChangeableBy route={editProfile}>
          <ProfileForm profile={data} reload={async () => (await refetch()).data} />
        </ChangeableBy>
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
