// Stripe's own types as schemas: reads the declarations of the SDK, and compares what the emulator sends with them.
import { join } from 'node:path';
import ts from 'typescript-5';

/** The SDK's type of each kind of object that the emulator sends. */
const TYPES: Record<string, string> = {
  'billing_portal.configuration': 'Stripe.BillingPortal.Configuration',
  'billing_portal.session': 'Stripe.BillingPortal.Session',
  charge: 'Stripe.Charge',
  'checkout.session': 'Stripe.Checkout.Session',
  customer: 'Stripe.Customer | Stripe.DeletedCustomer',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.Event',
  invoice: 'Stripe.Invoice',
  invoice_payment: 'Stripe.InvoicePayment',
  invoiceitem: 'Stripe.InvoiceItem',
  item: 'Stripe.LineItem',
  line_item: 'Stripe.InvoiceLineItem',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  price: 'Stripe.Price',
  product: 'Stripe.Product',
  refund: 'Stripe.Refund',
  setup_intent: 'Stripe.SetupIntent',
  subscription: 'Stripe.Subscription',
  subscription_item: 'Stripe.SubscriptionItem',
  webhook_endpoint: 'Stripe.WebhookEndpoint | Stripe.DeletedWebhookEndpoint',
};
/** Kinds of objects that have no id of their own, under names of ours. */
const ENVELOPES: Record<string, string> = {
  list: 'Stripe.ApiList<unknown>',
  error: "{ error: Omit<Stripe.StripeRawError, 'headers' | 'statusCode' | 'requestId'> }",
};

export const KINDS = Object.keys(TYPES);

const folder = join(import.meta.dirname, '..');
const file = join(folder, 'test/kinds.virtual.mts');

/** Compiles a module that names the type of each kind, against the declarations in `node_modules`. */
function openTypes() {
  const fields = Object.entries({ ...TYPES, ...ENVELOPES }).map(([kind, type]) => `'${kind}': ${type};`);
  const source = `import type { Stripe } from 'stripe';\nexport interface Kinds { ${fields.join('\n')} }`;
  const options: ts.CompilerOptions = {
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, source, rest[0]) : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], options, host);
  const checker = program.getTypeChecker();
  const module = program.getSourceFile(file);
  const symbol = module && checker.getSymbolAtLocation(module);
  const kinds = symbol?.exports?.get(ts.escapeLeadingUnderscores('Kinds'));
  const problems = program.getSemanticDiagnostics(module);
  if (!kinds || problems.length > 0)
    throw new Error(ts.formatDiagnostics(problems, { ...host, getNewLine: () => '\n' }));
  return { checker, kinds: checker.getDeclaredTypeOfSymbol(kinds) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a function that lists how a value differs from the SDK's type of its kind. */
export function createShapes() {
  const { checker, kinds } = openTypes();

  const typeOf = (property: ts.Symbol): ts.Type => checker.getTypeOfSymbol(property);
  const isOptional = (property: ts.Symbol): boolean => (property.flags & ts.SymbolFlags.Optional) !== 0;

  /** Returns whether a field with a fixed text, such as `object` or `type`, says that the value is another kind. */
  const isOther = (type: ts.Type, value: unknown): boolean =>
    isRecord(value) &&
    ['object', 'type', 'deleted'].some((name) => {
      const property = type.getProperty(name);
      if (!property || isOptional(property) || value[name] === undefined) return false;
      const wanted = typeOf(property);
      return wanted.isStringLiteral() ? wanted.value !== value[name] : false;
    });

  function compareUnion(type: ts.UnionType, value: unknown, path: string): string[] {
    // The SDK adds `OtherString` to every list of texts, so that it accepts texts that are newer than itself.
    const isList = type.types.some((member) => member.isStringLiteral());
    const members = type.types.filter(
      (member) => !(isList && member.isIntersection()) && !isOther(member, value),
    );
    let best: string[] = [`${path}: ${JSON.stringify(value)} is none of ${checker.typeToString(type)}`];
    let isFirst = true;
    for (const member of members) {
      const found = compare(member, value, path);
      if (found.length === 0) return [];
      const fits = isRecord(value) && (member.flags & ts.TypeFlags.Object) !== 0;
      if (fits && (isFirst || found.length < best.length)) {
        best = found;
        isFirst = false;
      }
    }
    return best;
  }

  function compareObject(type: ts.Type, value: Record<string, unknown>, path: string): string[] {
    const index = type.getStringIndexType();
    const properties = checker.getPropertiesOfType(type);
    const known = new Set(properties.map(({ name }) => name));
    const unknown = Object.keys(value).filter((name) => !known.has(name) && !index);
    const isPartial = path.endsWith('.previous_attributes');
    return [
      ...unknown.map((name) => `${path}.${name}: the type has no such field`),
      ...properties.flatMap((property) => {
        const { name } = property;
        const has = value[name] !== undefined;
        if (!has) return isOptional(property) || isPartial ? [] : [`${path}.${name}: missing`];
        // Nested objects contain only what changed, which the SDK's types cannot say.
        if (isPartial && isRecord(value[name])) return [];
        return compare(typeOf(property), value[name], `${path}.${name}`);
      }),
      ...(index
        ? Object.entries(value).flatMap(([name, field]) =>
            known.has(name) ? [] : compare(index, field, `${path}.${name}`),
          )
        : []),
    ];
  }

  function compare(type: ts.Type, value: unknown, path: string): string[] {
    const { flags } = type;
    const when = (fits: boolean): string[] =>
      fits ? [] : [`${path}: ${JSON.stringify(value)} is not ${checker.typeToString(type)}`];
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if (type.isUnion()) return compareUnion(type, value, path);
    if (type.isLiteral()) return when(type.value === value);
    if (flags & ts.TypeFlags.BooleanLiteral) return when(String(value) === checker.typeToString(type));
    if (flags & ts.TypeFlags.Null) return when(value === null);
    if (flags & ts.TypeFlags.Undefined) return when(value === undefined);
    if (flags & ts.TypeFlags.String) return when(typeof value === 'string');
    if (flags & ts.TypeFlags.Number) return when(typeof value === 'number');
    if (flags & ts.TypeFlags.Boolean) return when(typeof value === 'boolean');
    if (type.isIntersection() && type.types.some((part) => part.flags & ts.TypeFlags.String))
      return when(typeof value === 'string');
    // Stripe sends decimals as texts, which the SDK wraps.
    if (type.aliasSymbol?.name === 'Decimal')
      return when(typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
    if (checker.isArrayType(type)) {
      const element = type.getNumberIndexType();
      if (!Array.isArray(value) || !element) return when(false);
      return value.flatMap((item, at) => compare(element, item, `${path}[${at}]`));
    }
    return isRecord(value) ? compareObject(type, value, path) : when(false);
  }

  function compareKind(kind: string, value: unknown): string[] {
    const property = kinds.getProperty(kind);
    return property ? compare(typeOf(property), value, kind) : [`${kind}: the emulator has no such kind`];
  }

  /** Lists the differences of a body that the emulator sent: an object, a list of objects, or an error. */
  return (body: unknown): string[] => {
    if (!isRecord(body)) return [`${JSON.stringify(body)}: no object`];
    if ('error' in body) return compareKind('error', body);
    const kind = String(body.object);
    if (kind !== 'list') return compareKind(kind, body);
    const items = Array.isArray(body.data) ? body.data : [];
    return [
      ...compareKind('list', body),
      ...items.flatMap((item) => compareKind(isRecord(item) ? String(item.object) : '', item)),
    ];
  };
}
