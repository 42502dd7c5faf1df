import {
  changePassword,
  confirmPasswordReset,
  requestPasswordReset,
  validateResetToken,
} from '@cusp/contract/accounts.routes';
import { LIMITS } from '@cusp/contract/limits';
import { PAGES } from '@cusp/contract/pages';
import type { Proof } from '@cusp/contract/security';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useSession, useUser } from '../../../client/session/session-store.ts';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import { factorsOf, ProofFields, useSecurityState } from '../../security/security.offers.tsx';
import { EntryPage } from '../page/EntryPage.tsx';
import { nextAtOf, PASSWORD_CHANGED, type SentMail } from '../page/entry-state.ts';
import { FormHead, FormProblem } from '../page/FormParts.tsx';
import classes from '../page/form-page.module.css';
import { Waiting } from '../page/Outcome.tsx';
import { WrongRegion } from '../page/WrongRegion.tsx';
import { NewPasswordForm, useNewPassword, useProblemText } from './NewPasswordForm.tsx';

/**
 * One screen, three modes: a reset link sets a new password, signed-in people change theirs, everybody else requests
 * a link. A link overrides a session because the person does not know the old password.
 */
export default function PasswordScreen() {
  const { token } = useParams();
  const session = useSession();
  return (
    <EntryPage>
      {token ? <NewPassword token={token} /> : 'user' in session ? <ChangePassword /> : <RequestReset />}
    </EntryPage>
  );
}

/** Changes the password of the signed-in person. */
function ChangePassword() {
  const { t } = useTranslation('password');
  const navigate = useNavigate();
  const user = useUser();
  const fields = useNewPassword();
  const security = useSecurityState();
  const [proof, setProof] = useState<Proof>({});
  const save = useSubmit(changePassword, {
    onSuccess: () => void navigate(PAGES.createNewPassword, { replace: true, state: PASSWORD_CHANGED }),
    onError: (error) => {
      // A code and a passkey response can be used once.
      setProof({});
      fields.refused(error);
    },
  });
  // Their password is managed by the provider, as the profile explains.
  if (user.social_auth) return <Navigate to={PAGES.profile} replace />;
  if (security.error && !security.data)
    return <ErrorState error={security.error} onRetry={() => void security.refetch()} />;
  const state = security.data;
  const hasSecondStep = state && (state.app_since !== null || state.passkeys.length > 0);
  return (
    <>
      <FormHead title={t('change.title')} text={t('change.text')} back={PAGES.profile} />
      {!state && <LoadingState rows={3} height={56} />}
      {state && (
        <NewPasswordForm
          fields={fields}
          asksOld
          ownWords={[user.email, user.first_name, user.last_name]}
          busy={save.isPending}
          button={t('save')}
          onSend={(values) => {
            const body = new FormData();
            for (const [name, value] of Object.entries(values)) body.append(name, value);
            if (proof.code) body.append('code', proof.code);
            if (proof.credential) body.append('credential', JSON.stringify(proof.credential));
            save.mutate({ body });
          }}
        >
          {hasSecondStep && (
            <ProofFields
              can={{ ...factorsOf(state), password: false, both: false }}
              value={proof}
              onChange={setProof}
              error={null}
              size="md"
            />
          )}
        </NewPasswordForm>
      )}
    </>
  );
}

/** Sets a new password by the link of a mail, after verifying the link. */
function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation('password');
  const navigate = useNavigate();
  const sid = useSearchParams()[0].get('sid') ?? undefined;
  const link = useCall(validateResetToken, { body: { token, srv_loc: sid } }, ['user', 'reset', token, sid], {
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
  if ((link.error ?? save.error)?.code === 'server_is_wrong') return <WrongRegion moves />;
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

/** Requests a link to set a new password. */
function RequestReset() {
  const { t } = useTranslation('password');
  const { t: words } = useTranslation('profile');
  const navigate = useNavigate();
  const problemText = useProblemText();
  const { state } = useLocation();
  const [email, setEmail] = useState(isTyped(state) ? state.email : '');
  const request = useSubmit(requestPasswordReset, {
    onSuccess: (pace, { body }) => {
      const mail: SentMail = { email: body.email, uid: null, sent: pace.sent, nextAt: nextAtOf(pace) };
      void navigate(PAGES.passwordLink, { state: mail });
    },
  });
  const message = useFieldMessages();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    request.mutate({ body: { email: email.trim() } });
  };
  return (
    <>
      <FormHead title={t('request.title')} text={t('request.text')} back={PAGES.login} />
      <form className={classes.form} onSubmit={submit}>
        {request.error && <FormProblem title={t('problem')} text={problemText(request.error, 'email')} />}
        <TextInput
          {...message('email')}
          type="email"
          name="email"
          label={words('fields.email')}
          autoComplete="username"
          size="md"
          required
          maxLength={LIMITS.email}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={request.isPending}>
          {t('request.button')}
        </Button>
      </form>
    </>
  );
}

/** Coming back because of a wrong address refills the form. */
const isTyped = (state: unknown): state is { email: string } =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string';
