import { changePassword } from '@cusp/contract/accounts';
import { PAGES } from '@cusp/contract/pages';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { useUser } from '../../../client/session/session-store.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { PASSWORD_CHANGED } from '../page/entry-state.ts';
import { FormHead } from '../page/FormHead.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useNewPassword } from './use-new-password.ts';

/** Changes the password of the signed-in person. */
export function ChangePassword() {
  const { t } = useTranslation('password');
  const navigate = useNavigate();
  const user = useUser();
  const fields = useNewPassword();
  const save = useSubmit(changePassword, {
    onSuccess: () => void navigate(PAGES.createNewPassword, { replace: true, state: PASSWORD_CHANGED }),
    onError: fields.refused,
  });
  // Their password is kept by the provider; the profile says so.
  if (user.social_auth) return <Navigate to={PAGES.profile} replace />;
  return (
    <>
      <FormHead title={t('change.title')} text={t('change.text')} back={PAGES.profile} />
      <NewPasswordForm
        fields={fields}
        asksOld
        ownWords={[user.email, user.first_name, user.last_name]}
        busy={save.isPending}
        button={t('save')}
        onSend={(values) => {
          const body = new FormData();
          for (const [name, value] of Object.entries(values)) body.append(name, value);
          save.mutate({ body });
        }}
      />
    </>
  );
}
