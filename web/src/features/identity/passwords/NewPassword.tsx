import { confirmPasswordReset, validateResetToken } from '@cusp/contract/accounts';
import { PAGES } from '@cusp/contract/pages';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PASSWORD_CHANGED } from '../page/entry-state.ts';
import { FormHead } from '../page/FormHead.tsx';
import { Waiting } from '../page/Waiting.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useNewPassword } from './use-new-password.ts';

/** Sets a new password by the link of a mail; the link is tried first. */
export function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation('password');
  const navigate = useNavigate();
  const link = useCall(validateResetToken, { body: { token } }, ['user', 'reset', token], {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fields = useNewPassword();
  const save = useSubmit(confirmPasswordReset, {
    onSuccess: () => void navigate(PAGES.createNewPassword, { replace: true, state: PASSWORD_CHANGED }),
    onError: (error) => {
      if (error.code === 'token_expired') void navigate(PAGES.tokenExpired, { replace: true });
      else fields.refused(error);
    },
  });
  if (link.error?.status === 400) return <Navigate to={PAGES.tokenExpired} replace />;
  if (link.error) return <ErrorState error={link.error} onRetry={() => void link.refetch()} />;
  if (link.isPending) return <Waiting text={t('create.waiting')} />;
  return (
    <>
      <FormHead title={t('create.title')} back={PAGES.home} />
      <NewPasswordForm
        fields={fields}
        busy={save.isPending}
        button={t('save')}
        onSend={({ password }) => save.mutate({ body: { token, password } })}
      />
    </>
  );
}
