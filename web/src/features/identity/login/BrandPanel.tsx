import { useTranslation } from 'react-i18next';
import { appInfo, shownVersion } from '../../../brand/app-info.ts';
import classes from './brand-panel.module.css';

/** The left half of the sign-in page on wide windows. */
export function BrandPanel() {
  const { t } = useTranslation('login');
  const { odm } = appInfo();
  return (
    <section className={classes.panel} aria-label={odm.app_name}>
      <Arcs />
      <div className={classes.brand}>
        <img src={odm.images.mark} alt="" width={36} height={36} className={classes.mark} />
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

/** Decorative drawing of an arch with fourteen teeth. */
function Arcs() {
  const teeth = Array.from({ length: 14 }, (_, index) => {
    const angle = Math.PI * (0.06 + (0.88 * index) / 13);
    const fromMiddle = Math.abs(index - 6.5);
    return {
      key: index,
      x: 300 - Math.cos(angle) * 230,
      y: 420 - Math.sin(angle) * 330,
      turn: (angle * 180) / Math.PI - 90,
      width: fromMiddle < 1 ? 58 : fromMiddle < 3 ? 48 : fromMiddle < 5 ? 54 : 68,
      height: fromMiddle < 3 ? 54 : fromMiddle < 5 ? 62 : 76,
    };
  });
  return (
    <svg className={classes.arcs} viewBox="0 0 600 480" aria-hidden focusable="false">
      {teeth.map(({ key, x, y, turn, width, height }) => (
        <rect
          key={key}
          x={-width / 2}
          y={-height / 2}
          width={width}
          height={height}
          rx={22}
          transform={`translate(${x} ${y}) rotate(${turn})`}
        />
      ))}
    </svg>
  );
}
