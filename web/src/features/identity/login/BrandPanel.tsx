import { useTranslation } from 'react-i18next';
import { appInfo, shownVersion } from '../../../brand/app-info.ts';
import classes from './brand-panel.module.css';

/** The left half of the sign-in page on wide windows. */
export function BrandPanel() {
  const { t } = useTranslation('login');
  const { odm } = appInfo();
  return (
    <section className={classes.panel} aria-label={odm.app_name}>
      <div className={classes.arches} aria-hidden />
      <div className={classes.brand}>
        <img src={odm.images.mark} alt="" width={36} height={36} />
        <span>{odm.app_name}</span>
      </div>
      <div className={classes.words}>
        <p className={classes.tagline}>{t('tagline')}</p>
        <p className={classes.description}>{t('description', { app: odm.app_name })}</p>
        {odm.demo_url && (
          <a className={classes.demo} href={odm.demo_url}>
            {t('demo')}
          </a>
        )}
      </div>
      <Copyright />
    </section>
  );
}

/** Company, product and the first three parts of the version. */
export function Copyright() {
  const { t } = useTranslation('login');
  const { odm, ver } = appInfo();
  return (
    <p className={classes.copyright}>
      {t('copyright', {
        years: odm.copyright_year,
        company: odm.company_name,
        app: odm.app_name,
        version: shownVersion(ver),
      })}
    </p>
  );
}
