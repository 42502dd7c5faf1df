import { PAGES } from '@cusp/contract/pages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { Copyright } from '../login/BrandPanel.tsx';
import { LanguageSelect } from '../login/LanguageSelect.tsx';
import classes from './entry-page.module.css';

interface Props {
  children: ReactNode;
  /** For forms with two columns. */
  wide?: boolean;
}

/** The layout of all account pages except sign-in: brand, language, one card. */
export function EntryPage({ children, wide = false }: Props) {
  const { odm } = appInfo();
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Link to={PAGES.home} className={classes.brand}>
          <img src={odm.images.mark} alt="" width={28} height={28} />
          <span>{odm.app_name}</span>
        </Link>
        <LanguageSelect />
      </header>
      <main className={classes.card} data-wide={wide || undefined}>
        {children}
      </main>
      <footer className={classes.footer}>
        <Copyright />
      </footer>
    </div>
  );
}
