// What secrets look like, in two tables, and how real values differ from placeholders. redact.ts searches with them.
// To add a vendor, add its prefix. Time stays linear because a pattern is tried only where one of its literal starts stands,
// and reads a bounded part of the text, or a part in which no other try begins.

type Check = ((secret: string, kept: string) => boolean) | undefined;

/** A token that its own start gives away: kind, literal starts, what follows, and a check where that is not enough. */
type TokenRow = readonly [kind: string, starts: string, rest: RegExp, isReal?: Check];

const uuid = /[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/;
/** For prefixes that names in code may have, too; `isRealToken` tells the difference. */
const longValue = /[\w.+/=-]{20,}/;
const services =
  'PMAK- NRAK- NRJS- NRII- ops_eyJ phx_ CFPAT- dt0c01. dt0s01. tfp_ amzn.mws. AQVN CCDB1_ CLOJARS_ ddp_ ddw_ ico- pnu_ ' +
  'access-sandbox- access-production- FLWSECK- shippo_live_ duffel_live_ rdme_ waka_ aio_ EZAK sk.eyJ EAA sq0atp- sq0csp- ' +
  'xkeysib- xsmtpsib- shpat_ shpca_ shppa_ shpss_ glsa_ glc_ dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.';

const tokenRows: readonly TokenRow[] = [
  // Clouds and hosting
  ['aws-access-key', 'AKIA ASIA ABIA ACCA', /[A-Z2-7]{16}/],
  ['aws-token', 'IQoJb3JpZ2lu FwoGZXIvYXdz ABSK', /[A-Za-z0-9+/]{60,}={0,2}/],
  ['google-api-key', 'AIza AQ.Ab', /[\w-]{35,}/],
  ['google-oauth-token', 'GOCSPX- ya29. 1//0', /[\w-]{24,}/],
  ['cloud-key', 'LTAI AKID', /[A-Za-z0-9]{12,32}/],
  ['databricks-token', 'dapi', /[0-9a-f]{32}(?:-[0-9])?/],
  ['hosting-token', 'vcp_ vci_ vca_ vcr_ vck_ nfp_ nfc_ nfo_ nfu_ nfb_ rnd_ cfat_ cfut_ cfk_', /[A-Za-z0-9]{24,}/],
  ['hosting-token', 'dop_v1_ doo_v1_ dor_v1_ HRKU- fm1_ fm2_ fo1_ napi_ npg_ tskey-', /[\w+/=-]{16,}/, isRealToken],
  ['database-token', 'sbp_ sb_secret_ pscale_tkn_ pscale_pw_ pscale_oauth_', /[\w.=-]{20,}/, isRealToken],
  // Code hosts, registries, build services
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', /[A-Za-z0-9]{22}\w{14,}|[0-9]{1,12}_eyJ[\w.-]{36,}/],
  ['gitlab-token', 'glpat- gldt- glrt- glptt- glcbt- glft- glimt- glagent- gloas- GR1348941', /[\w.-]{20,}/],
  ['atlassian-token', 'ATATT3 ATCTT3 ATBB', /[\w=.-]{28,}/],
  ['npm-token', 'npm_', /[A-Za-z0-9]{36,}/],
  ['registry-token', 'pypi-AgE dckr_pat_ dckr_oat_', /[\w-]{24,}/],
  ['registry-token', 'cio oy2 AKCp cmVmdGtu rubygems_', /[A-Za-z0-9]{32,}/],
  [
    'build-token',
    'pul- CCIPAT_ CCIPRJ_ bkua_ bkaj_ bkct_ sqp_ squ_ sqa_ snyk_uat. snyk_sat. sgp_',
    longValue,
    isRealToken,
  ],
  // Models
  ['anthropic-key', 'sk-ant-', /[\w-]{32,}/],
  ['openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', /[\w-]{32,}/],
  ['model-key', 'nvapi- pcsk_ lsv2_ tvly- fw_ sk-lf- sk-or-', longValue, isRealToken],
  ['model-key', 'r8_ gsk_ csk- pplx- xai-', /[A-Za-z0-9]{37,}/],
  ['openai-key', 'sk-', /[A-Za-z0-9]{32,}(?!-)/, isRealToken],
  ['huggingface-token', 'hf_ api_org_', /[A-Za-z0-9]{32,}/],
  // Payment, mail, messages
  ['stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_', /[A-Za-z0-9]{16,}/],
  ['webhook-secret', 'whsec_', /[A-Za-z0-9+/=]{24,}/],
  ['twilio-key', 'SK', /[0-9a-f]{32}/],
  ['sendgrid-key', 'SG.', /[\w-]{16,32}\.[\w-]{32,64}/],
  ['mailgun-key', 'key-', /[0-9a-f]{32}/],
  ['resend-key', 're_', /[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/],
  ['slack-token', 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe. xapp- xwfp-', /[\w.%-]{20,}/],
  ['webhook-url', 'hooks.slack.com/ discord.com/api/webhooks/ webhook.office.com/', /[\w@+/-]{40,}/],
  ['discord-token', 'MT Mj Mz ND NT Nj Nz OD OT', /[\w-]{21,26}\.[\w-]{6}\.[\w-]{27,}/],
  // Tools and data services
  ['linear-key', 'lin_api_ lin_oauth_ lin_wh_', /[A-Za-z0-9]{32,}/],
  ['notion-token', 'ntn_ secret_', /[A-Za-z0-9]{43,}/],
  ['figma-token', 'figd_ figma_pat_', /[\w-]{36,}/],
  ['sentry-token', 'sntrys_ sntryu_ sntrya_', /[\w+/=-]{32,}/],
  ['vault-token', 'hvs. hvb. hvr.', /[\w-]{24,}/],
  ['airtable-token', 'pat', /[A-Za-z0-9]{14}\.[0-9a-f]{64}/],
  ['launchdarkly-key', 'sdk- api- mob-', uuid],
  ['service-key', services, longValue, isRealToken],
  ['age-secret-key', 'AGE-SECRET-KEY-1', /[02-9AC-HJ-NP-Z]{58}/],
  // Signed with three parts (the last may be cut off), encrypted with five.
  ['jwt', 'eyJ', /(?<![_-]eyJ)[\w-]{8,}\.(?:ey[\w-]{8,}(?:\.[\w-]*)?|[\w-]{0,999}(?:\.[\w-]{8,}){3})/],
];

/**
 * A value that the text around it gives away. Starts are in lower case, and found in any case and inside names (`DB_PASSWORD`).
 * `keep` follows the start and stays in the text like it; as a number, it is how many characters before the start belong
 * to the secret, and the start does, too.
 */
type ContextRow = readonly [kind: string, starts: string, keep: string | number, secret: RegExp, isReal?: Check];

/** Between a name and its value: quotes (escaped ones too), and a colon, equals sign, arrow or tag end. */
const sign = '["\'`\\\\]{0,8}[ \\t]{0,20}(?:[:=]{1,3}>?|>)(?:\\*\\*)?[ \\t]{0,20}["\'`\\\\]{0,8}';
/** A name may end with its purpose, a number or a type: `API_KEY_PROD`, `password2`, `password: string = …`. */
const variant =
  's?(?:[_-]?(?:value|prod(?:uction)?|dev(?:elopment)?|test(?:ing)?|staging|live|base64|v?[0-9]{1,2}))?(?:: ?str(?:ing)?(?= ?=))?';
/** As in `password: x`, `--password x`, `the password is x`. */
const assignment = `${variant}(?:${sign}|(?: is | )["'\`\\\\]{0,4})`;
/** A value ends here; anything else (a call, a member access) makes it code. */
const end = '(?=$|[\\s"\'`\\\\,;)}\\]&<|*])';
const token = new RegExp(`[\\w+/.~%-]{12,}={0,3}${end}`);
const quoted = '(?<=["\'`])[^\\s"\'`\\\\]{6,200}(?=["\'`\\\\])';
const password = new RegExp(`${quoted}|[^\\s"'\`,;<>(){}\\[\\]\\\\]{6,200}${end}`);
/** A private key ends with its END line, or, cut off, where its base64 does. */
const keyBlock =
  /[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,40000}-----END[ A-Z0-9]{0,60}-----|(?:(?:\s|\\+[nr]){1,8}[\w-]{1,20}: [^\n\\]{0,80}){0,4}(?:(?:\s|\\+[nr]){1,8}[A-Za-z0-9+/=]{16,100}){1,1000}(?:(?:\n|\\+n)[A-Za-z0-9+/=]{1,15})?)/;
const cookies = /[\w.-]{1,64}=(?:[^\s;,="'`\\]{1,4096}={0,3}){1,4}(?:; ?[\w.-]{1,64}(?:=[^\s;,"'`\\]{0,4096})?){0,30}/;
const curlUser = '[^\\n|;]{0,200}? (?:-u|--user)[ =]["\'\\\\]{0,2}[^\\s:"\'\\\\]{1,64}:';
const scheme = '(?:(?:Bearer|Basic|Token|ApiKey|Digest|Negotiate|SSWS) {1,3})?';
const keyOwner = '(?:api|app|access|secret|private|signing|encryption|master|account|shared|auth|license|service)';

const contextRows: readonly ContextRow[] = [
  ['private-key', '-----begin', 0, keyBlock],
  ['azure-client-secret', '7q~ 8q~', 3, /[\w~.-]{31,34}(?![\w~-])/],
  ['azure-devops-token', 'azdo', 76, /[a-z0-9]{4}(?![a-z0-9])/],
  ['terraform-token', '.atlasv1.', 14, /[\w=-]{60,}/],
  ['mailchimp-key', '-us', 32, /[0-9]{1,2}(?<=[0-9a-f]{32}-us[0-9]{1,2})(?![a-z0-9])/],
  ['telegram-token', ':aa', '(?<=[0-9]{8,10}:AA)', /[\w-]{32,33}(?![\w-])/],
  ['aws-secret-key', 'key', `(?<=secret[_-]?access[_-]?key)${sign}`, /[a-z0-9/+]{40}(?![a-z0-9/+])/],
  ['heroku-key', 'heroku', `[a-z_ -]{0,20}${sign}`, uuid],
  ['npmrc-auth', '_authtoken _auth _password', '(?<![a-z0-9]_[a-z]{4,9}) ?= ?"?', /[\w+/=-]{12,}/],
  ['signature', 'sig= -signature=', '(?<=[?&](?:X-(?:Amz|Goog)-Signature|sig)=)', /[\w%+/-]{40,1024}={0,2}/],
  ['authorization', 'authorization', sign + scheme, /[\w+/.~%-]{8,}={0,3}(?![\w(<])/, isAuthorization],
  ['bearer-token', 'bearer', ' {1,3}', token, isRealToken],
  ['basic-auth', 'basic', ' {1,3}', /[a-z0-9+/]{12,1000}={1,2}(?![a-z0-9=])/],
  ['curl-user', 'curl', curlUser, /[^\s"'\\@:<>$]{6,100}/, isUrlPassword],
  ['cookie', 'cookie', sign, cookies, (secret) => secret.split(/[=;]/).some(isRealToken)],
  ['url-password', '://', '[^\\s/:@?#"\'`<>[\\\\]{0,100}:', /[^\s/"'`<>\\]{1,200}(?=@)/, isUrlPassword],
  ['url-token', '://', '', /[\w-]{20,200}(?=@)/, isRealToken],
  ['password', 'password passwd passphrase passwort pwd _pass -pass', assignment, password, isAssignedPassword],
  ['api-key', 'key', `(?<=${keyOwner}[_ -]?key)${assignment}`, token, isRealToken],
  ['token', 'token', assignment, token, isRealToken],
  ['secret', 'secret', assignment, token, isRealToken],
  ['credential', 'credential', assignment, token, isRealToken],
];

const filler = /example|placeholder|change[-_]?me|dummy|sample|your[-_]|redacted|0{8}|x{5}|\*{5}|\.{5}|#{5}/i;
/** Variables, templates, names in capitals, uuids. */
const reference = new RegExp(
  `^(?:[<{@]|\\$[A-Za-z_{(]|%\\w+%|(?:process|os|env|import|vars?|secrets?|config|settings|this|self)\\.|[A-Z][A-Z_]+$|(?:${uuid.source})$)`,
);
const digest = /^(?:sha\d|md5|bcrypt|argon2|scrypt|pbkdf2|base64|utf-?8|oauth2?|ed25519)/i;
/** Paths, addresses, URLs, dates and numbers where a password would stand. */
const place = /^[~.]{0,2}\/|^[a-z]:|@[a-z0-9-]+\.|:\/\/|^[^/]*\/.*\.[a-z]{1,5}$|^0x[0-9a-f]+[ul]*$|^\d{4}-\d\d-\d\d/i;
const commonUrlPassword = /^(?:pass(?:word|wd)?|pwd|secret|user(?:name)?|token|key|test|\d{1,5}(?:[?#].*)?)$/i;

/** Tells a text that stands for a secret, such as `ghp_xxxxxxxx`, `${TOKEN}` or `<your-key>`. */
function isPlaceholder(value: string): boolean {
  return filler.test(value) || reference.test(value);
}

/** Made of words and numbers: `user_id_2`, `phase-3-v2`. */
function isIdentifier(value: string): boolean {
  const parts = value.match(/[A-Za-z0-9]+/g) ?? [];
  return parts.every((part) => /^(?:[A-Za-z]+|\d+|v\d+|[A-Za-z]{2,}\d{1,4})$/i.test(part));
}

/** Tells a random token from an identifier, a path, a reference or a placeholder: random text keeps changing its kind of letter. */
function isRealToken(value: string): boolean {
  if (value.length < 12 || isPlaceholder(value) || digest.test(value) || place.test(value)) return false;
  const turns = value.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (value.length >= 20 && turns > value.length * 0.45) return true;
  const digitTurns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return digitTurns >= 3 && /\d.*\d/.test(value) && !isIdentifier(value);
}

/** Tells a password from a word, an identifier, a path, a reference or a placeholder. */
function isRealPassword(value: string): boolean {
  const core = value.replace(/[.!?:]{1,3}$/, '');
  if (core.length < 6 || isPlaceholder(core) || digest.test(core) || place.test(core)) return false;
  if (/^\d+$/.test(core)) return true;
  if (!/[A-Za-z]/.test(core) || !/[\d!@#$%^&*+?~]/.test(core)) return false;
  return /[!@#$%^&*?~]/.test(core) || !/[-_./:=]/.test(core) || !isIdentifier(core);
}

function isUrlPassword(secret: string, kept: string): boolean {
  return !isPlaceholder(secret) && !commonUrlPassword.test(secret) && !kept.endsWith(`/${secret}:`);
}

/** In a sentence, many other words follow `password`. */
function isAssignedPassword(secret: string, kept: string): boolean {
  if (!isRealPassword(secret)) return false;
  return /[:=>]/.test(kept) || (/\d/.test(secret) && /[A-Za-z]/.test(secret) && !isIdentifier(secret));
}

function isAuthorization(secret: string, kept: string): boolean {
  return /basic\s*$/i.test(kept) ? !isPlaceholder(secret) : isRealToken(secret);
}

/** One form of a secret, ready to be searched for. */
export interface SecretForm {
  readonly kind: string;
  /** Sticky; its first group stays in the text, the rest of the match is the secret. */
  readonly pattern: RegExp;
  /** How many characters before the cue the pattern begins. */
  readonly back: number;
  readonly isReal: (secret: string, kept: string) => boolean;
}

export interface SecretTable {
  /** Finds, as its first group, where a secret may start: the only expression that most texts ever meet. */
  readonly cue: RegExp;
  /** The forms to try at a cue. */
  readonly formsAt: (cue: string) => readonly SecretForm[];
}

function tableOf(rows: readonly ContextRow[], [before, behind]: readonly [string, string], flags: string): SecretTable {
  // In reverse order, a start comes before the shorter ones that it begins with.
  const starts = [...new Set(rows.flatMap((row) => row[1].split(' ')))].sort().toReversed();
  const known = new Map<string, readonly SecretForm[]>();
  const formOf = ([kind, own, keep, secret, isReal]: ContextRow, cue: string): SecretForm | null => {
    const start = own.split(' ').find((text) => cue.startsWith(text));
    if (start === undefined) return null;
    const back = typeof keep === 'number' ? keep : 0;
    const head = typeof keep === 'number' ? `()[\\w.~-]{${back}}${literal(start)}` : `(${literal(start)}${keep})`;
    const pattern = new RegExp(`${head}(?:${secret.source})${behind}`, `${flags}y`);
    const check = (text: string, kept: string): boolean =>
      (text.length > 300 || !filler.test(text)) && (isReal === undefined || isReal(text, kept));
    return { kind, pattern, back, isReal: check };
  };
  const formsAt = (text: string): readonly SecretForm[] => {
    const cue = flags === 'i' ? text.toLowerCase() : text;
    const forms = known.get(cue) ?? rows.map((row) => formOf(row, cue)).filter((form) => form !== null);
    known.set(cue, forms);
    return forms;
  };
  return { cue: new RegExp(`${before}(${starts.map(literal).join('|')})`, `${flags}g`), formsAt };
}

function literal(text: string): string {
  return text.replace(/[.$]/g, '\\$&');
}

/** A token is not part of a word; an escaped line break (`\\n`) or a percent code before it is not a word. */
const wordStart = '(?:^|[^A-Za-z0-9])(?:(?<=[\\\\%])(?:[nrt]|u[0-9a-f]{4}|[0-9A-F]{2}))?';
const wordEnd = '(?![A-Za-z0-9])';
const tokens = tokenRows.map(([kind, starts, rest, isReal]): ContextRow => [kind, starts, 0, rest, isReal]);

/** In the order of the search: a token's own start says more about its kind than its context does. */
export const secretTables: readonly SecretTable[] = [
  tableOf(tokens, [wordStart, wordEnd], ''),
  tableOf(contextRows, ['', ''], 'i'),
];
