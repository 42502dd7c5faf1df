/**
 * The JSX runtime of the first rows (`web/first-rows-plugin.ts`): components without state become HTML immediately, so
 * that the rows of the list need no React.
 */

/** HTML of an element, in contrast to text, which is escaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Child = Html | string | number | boolean | null | undefined | readonly Child[];
type Props = Record<string, unknown> & { children?: Child };
type Component = (props: Props) => Child;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Attributes with another name in HTML; those of SVG in camel case have dashes. */
const NAMES: Record<string, string> = { className: 'class', tabIndex: 'tabindex', viewBox: 'viewBox' };
const nameOf = (name: string) =>
  NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function attribute([name, value]: [string, unknown]): string {
  if (value === undefined || value === null || typeof value === 'function') return '';
  const isText = /^(aria|data)-/.test(name);
  if (value === false && !isText) return '';
  return ` ${nameOf(name)}="${value === true && !isText ? '' : escaped(String(value))}"`;
}

function inside(child: Child): string {
  if (child === null || child === undefined || typeof child === 'boolean') return '';
  if (child instanceof Html) return child.text;
  return typeof child === 'object' ? child.map(inside).join('') : escaped(String(child));
}

export function jsx(type: string | Component, props: Props): Html {
  if (typeof type === 'function') return new Html(inside(type(props)));
  const { children, ...attributes } = props;
  const open = `<${type}${Object.entries(attributes).map(attribute).join('')}`;
  return new Html(type === 'input' ? `${open}/>` : `${open}>${inside(children)}</${type}>`);
}
export const jsxs = jsx;

export const Fragment: Component = ({ children }) => children;

/** Icons are made with it. */
export const createElement = (type: string | Component, props: Props | null, ...children: Child[]): Html => {
  const { key: _key, ...rest } = props ?? {};
  return jsx(type, { ...rest, children: children.length > 0 ? children : rest.children });
};
export const forwardRef =
  (render: (props: Props, ref: null) => Child): Component =>
  (props) =>
    render(props, null);
export const memo = (component: Component): Component => component;
export const useState = <Value>(first: Value | (() => Value)): [Value, () => void] => [
  first instanceof Function ? first() : first,
  () => {},
];
