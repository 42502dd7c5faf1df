import type { SocialProvider } from '@cusp/contract/wire';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import form from '../page/form-page.module.css';
import { ProviderLogo } from './ProviderLogo.tsx';
import classes from './social.module.css';

interface Props {
  provider: SocialProvider;
  title: string;
  text: string;
}

/** The head of a form in the pop-up, with the provider's logo. */
export function SocialHead({ provider, title, text }: Props) {
  return (
    <div className={classes.head}>
      <ProviderLogo provider={provider} size={28} />
      <div>
        <PageTitle className={form.title}>{title}</PageTitle>
        <p className={form.text}>{text}</p>
      </div>
    </div>
  );
}
