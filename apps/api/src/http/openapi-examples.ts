type Json = Record<string, unknown>;

/** A text of each format that the contract uses. */
const FORMATS: Record<string, string> = {
  'date-time': '2026-11-24T19:30:00.000Z',
  date: '2026-11-24',
  email: 'fay@example.com',
  uri: 'https://marquee.example/settings',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
};

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns an example of a JSON schema: the one that the contract gives, else a value that the schema allows. `components`
 * resolves references.
 */
export function exampleOf(schema: Json, components: Json = {}): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ('default' in schema) return schema.default;
  if (typeof schema.$ref === 'string') {
    const target = components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return isJson(target) ? exampleOf(target, components) : {};
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return exampleOf(choices.find(isJson) ?? {}, components);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isJson(schema.properties) ? schema.properties : {}).flatMap(([key, inner]) =>
          isJson(inner) ? [[key, exampleOf(inner, components)]] : [],
        ),
      );
    case 'array':
      return isJson(schema.items) ? [exampleOf(schema.items, components)] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.max(1, typeof schema.minimum === 'number' ? schema.minimum : 1);
    case 'string':
      return FORMATS[String(schema.format)] ?? 'text';
    default:
      return null;
  }
}
