import { NO_COUNTRY } from '@cusp/contract/user-locations.routes';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../ui/format/country-name.ts';
import { useNumbers } from '../use-numbers.ts';
import classes from './locations.module.css';
import type { CountryCount } from './places.ts';

interface Props {
  countries: readonly CountryCount[];
  chosen: string;
  onChoose(country: string): void;
}

/** The numbers behind the map, including countries too small for it. */
export function CountryTable({ countries, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation('user-locations');
  const numbers = useNumbers();
  const total = countries.reduce((sum, country) => sum + country.total, 0);
  return (
    <section className={`${classes.panel} ${classes.scroll}`} aria-label={t('countries')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('country')}</th>
            <th scope="col">{t('people')}</th>
            <th scope="col">{t('confirmed')}</th>
            <th scope="col">{t('waiting')}</th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ code, total: all, confirmed }) => (
            <tr key={code} data-chosen={code === chosen || undefined}>
              <th scope="row">
                <UnstyledButton
                  className={classes.choose}
                  aria-pressed={code === chosen}
                  onClick={() => onChoose(code === chosen ? '' : code)}
                >
                  {code === NO_COUNTRY ? t('noCountry') : countryName(code, i18n.language)}
                </UnstyledButton>
              </th>
              <td>{numbers.count(all)}</td>
              <td>{numbers.count(confirmed)}</td>
              <td>{numbers.count(all - confirmed)}</td>
            </tr>
          ))}
          {countries.length === 0 && (
            <tr>
              <td colSpan={4}>{t('noMatch')}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>{numbers.count(total)}</td>
            <td>{numbers.count(countries.reduce((sum, { confirmed }) => sum + confirmed, 0))}</td>
            <td>{numbers.count(countries.reduce((sum, each) => sum + each.total - each.confirmed, 0))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
