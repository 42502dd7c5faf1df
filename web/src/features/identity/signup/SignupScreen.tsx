import { PAGES } from '@cusp/contract/pages';
import { useTranslation } from 'react-i18next';
import { brand } from '../../../brand/app-info.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { FormHead } from '../page/FormHead.tsx';
import { SignupForm } from './SignupForm.tsx';

/** Creates an account; its activation mail follows. */
export default function SignupScreen() {
  const { t } = useTranslation('signup');
  return (
    <EntryPage wide>
      <FormHead title={t('title')} text={t('intro', { app: brand().app_name })} back={PAGES.home} />
      <SignupForm />
    </EntryPage>
  );
}
