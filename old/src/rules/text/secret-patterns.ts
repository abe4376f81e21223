// The table of secrets: what each kind looks like, and how real values are told from stand-ins.
// Every pattern is tried only where one of its beginnings stands, in time linear in what it reads; find-secrets.ts searches.

/** One kind of secret. The text that is replaced is what `rest` matches, with the beginning unless it is kept. */
export interface SecretPattern {
  /** Stands in the text instead of the secret: `[redacted:kind]`. */
  readonly kind: string;
  /** The literal beginnings, of three characters or more, separated by blanks. */
  readonly starts: string;
  /** What follows the beginning. */
  readonly rest: RegExp;
  /** Follows the beginning and stays in the text together with it; the secret is what follows that. */
  readonly keep?: RegExp;
  /** Stands before the beginning and belongs to the secret; of fixed length. */
  readonly before?: { readonly length: number; readonly pattern: RegExp };
  /** The beginnings are words, found in any case and inside of names (`DB_PASSWORD`). */
  readonly word?: true;
  /** Needs context to be told from ordinary text; gives way to the patterns that do not. */
  readonly weak?: true;
  /** A value without digits is none. */
  readonly digits?: true;
  /** Decides about a match; without it, every match is a secret. */
  readonly accept?: (secret: string, kept: string) => boolean;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const filler = /example|placeholder|change[-_]?me|dummy|sample|your[-_]|0{8}|^\[?redacted/i;
const reference =
  /^(?:\$[A-Za-z_{(]|%[A-Za-z_]+%|<|\{|@|(?:process|os|env|import|vars?|secrets?|config|settings|this|self)\.)/;
const masked = /([xX*.#])\1{4}/;
const uuidOnly = new RegExp(`^${uuid}$`, 'i');
/** Paths, addresses, URLs and numbers where a password would stand. */
const place = /^[~.]{0,2}[/]|^[A-Za-z]:|@[A-Za-z0-9-]+\.|:\/\/|^0x[0-9a-f]+$/i;
const digest = /^(?:sha[0-9]|md5|bcrypt|argon2|scrypt|pbkdf2|base64|utf-?8|oauth2?|v[0-9])/i;
const wordPart = /^(?:[A-Za-z]+|[0-9]+|[vV][0-9]+|[A-Za-z]{2,}[0-9]{1,4})$/;
const plainUrlPassword = /^(?:pass(?:word|wd)?|pwd|secret|user(?:name)?|token|key|test|[0-9]{1,5})$/i;

/** Some 150 expressions, most of them for texts that few ever write: they are made when a text may hold a secret. */
function makePatterns(): readonly SecretPattern[] {
  const uuidRest = new RegExp(uuid);

  /** Between a name and its value: quotes (escaped ones too), a colon, equals sign, arrow or tag end. */
  const sign = '["\'`\\\\]{0,4}[ \\t]{0,5}(?:[:=]{1,3}>?|>)[ \\t]{0,5}["\'`\\\\]{0,4}';
  /** A name may go on with where or which: `API_KEY_PROD`, `password2`. */
  const variant = '(?:[_-]?(?:value|production|prod|development|dev|testing|test|staging|live|base64|v?[0-9]{1,2}))?';
  /** As in `password: x`, `--password x`, `the password is x`. */
  const told = new RegExp(`${variant}(?:${sign}|(?: is | )["'\`\\\\]{0,4})`);
  /** A value ends here; anything else (a call, a member access) makes it code. */
  const valueEnd = '(?=$|[\\s"\'`\\\\,;)}\\]&<|])';
  const tokenValue = new RegExp(`(?!redacted:)[A-Za-z0-9_+/.~%-]{12,4096}={0,3}${valueEnd}`);
  const passwordValue = new RegExp(`[^\\s"'\`,;<>(){}\\[\\]\\\\]{6,200}${valueEnd}`);

  /** Discord's tokens begin with the base64 of a number. */
  const discordStarts = ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT']
    .flatMap((two) => ['A', 'E', 'I', 'M', 'Q', 'U', 'Y', 'c', 'g', 'k'].map((third) => two + third))
    .join(' ');

  function named(kind: string, starts: string, more = ''): SecretPattern {
    const keep = new RegExp(`${more}${told.source}`);
    return { kind, starts, keep, rest: tokenValue, word: true, weak: true, digits: true, accept: isRealToken };
  }

  return [
    // Keys in blocks. The body ends at the next line of dashes; a block that was cut off ends where base64 does.
    {
      kind: 'private-key',
      starts: 'BEGIN',
      before: { length: 5, pattern: /-{5}/ },
      rest: /[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,40000}-----END[ A-Z0-9]{0,60}-----|(?:(?:\s|\\[nr]|\\\\[nr]){0,8}[A-Za-z0-9+/=]{16,100}){1,1000})/,
    },
    {
      kind: 'putty-private-key',
      starts: 'Private-Lines:',
      keep: / {0,2}[0-9]{1,3}/,
      rest: /(?:(?:\s|\\[nr]){1,4}[A-Za-z0-9+/=]{16,100}){1,500}/,
    },
    { kind: 'age-secret-key', starts: 'AGE-SECRET-KEY-1', rest: /[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/ },

    // Clouds.
    { kind: 'aws-access-key', starts: 'AKIA ASIA ABIA ACCA', rest: /[A-Z2-7]{16}(?![A-Za-z0-9])/ },
    { kind: 'aws-access-key', starts: 'A3T', rest: /[A-Z0-9][A-Z2-7]{16}(?![A-Za-z0-9])/ },
    {
      kind: 'aws-secret-key',
      starts: 'secret_access_key secret-access-key secretaccesskey aws_secret_key aws_secret',
      keep: new RegExp(sign),
      rest: /[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/,
      word: true,
    },
    { kind: 'aws-session-token', starts: 'IQoJb3JpZ2lu FwoGZXIvYXdz', rest: /[A-Za-z0-9+/=]{60,}/ },
    { kind: 'aws-bedrock-key', starts: 'ABSK', rest: /[A-Za-z0-9+/]{100,300}={0,2}/ },
    { kind: 'aws-mws-token', starts: 'amzn.mws.', rest: uuidRest },
    { kind: 'google-api-key', starts: 'AIza', rest: /[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/ },
    { kind: 'google-oauth-secret', starts: 'GOCSPX-', rest: /[A-Za-z0-9_-]{24,40}/ },
    { kind: 'google-oauth-token', starts: 'ya29.', rest: /[A-Za-z0-9_-]{30,}/ },
    { kind: 'google-refresh-token', starts: '1//0', rest: /[A-Za-z0-9_-]{40,}/ },
    { kind: 'firebase-key', starts: 'AAAA', rest: /[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{140,}/ },
    {
      kind: 'azure-storage-key',
      starts: 'AccountKey',
      keep: new RegExp(sign),
      rest: /[A-Za-z0-9+/]{86}==/,
      word: true,
    },
    {
      kind: 'azure-shared-access-key',
      starts: 'SharedAccessKey',
      keep: new RegExp(sign),
      rest: /[A-Za-z0-9+/]{43}=/,
      word: true,
    },
    { kind: 'azure-sas-signature', starts: 'sig=', rest: /[A-Za-z0-9%+/]{40,120}(?:={1,2}|%3D)/, keep: /(?=)/ },
    {
      kind: 'azure-client-secret',
      starts: '0Q~ 1Q~ 2Q~ 3Q~ 4Q~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~',
      before: { length: 3, pattern: /[A-Za-z0-9_~.-]{3}/ },
      rest: /[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/,
    },
    {
      kind: 'azure-devops-token',
      starts: 'AZDO',
      before: { length: 76, pattern: /[A-Za-z0-9]{76}/ },
      rest: /[A-Za-z0-9]{4}(?![A-Za-z0-9])/,
    },
    { kind: 'alibaba-key', starts: 'LTAI', rest: /[A-Za-z0-9]{12,24}(?![A-Za-z0-9])/ },
    { kind: 'tencent-key', starts: 'AKID', rest: /[A-Za-z0-9]{32}(?![A-Za-z0-9])/ },
    { kind: 'yandex-key', starts: 'AQVN', rest: /[A-Za-z0-9_-]{35,38}(?![A-Za-z0-9_-])/ },
    { kind: 'digitalocean-token', starts: 'dop_v1_ doo_v1_ dor_v1_', rest: /[0-9a-f]{64}/ },
    { kind: 'heroku-key', starts: 'HRKU-', rest: /[A-Za-z0-9_-]{30,}/ },
    { kind: 'heroku-key', starts: 'heroku', keep: new RegExp(`[a-z_ -]{0,20}${sign}`), rest: uuidRest, word: true },
    { kind: 'fly-token', starts: 'fm1_ fm2_ fo1_', rest: /[A-Za-z0-9+/_=,-]{40,}/ },
    { kind: 'render-key', starts: 'rnd_', rest: /[A-Za-z0-9]{28,40}(?![A-Za-z0-9])/ },
    { kind: 'netlify-token', starts: 'nfp_ nfc_ nfo_ nfu_ nfb_', rest: /[A-Za-z0-9]{36,}/ },
    { kind: 'vercel-token', starts: 'vcp_ vci_ vca_ vcr_ vck_', rest: /[A-Za-z0-9]{24,80}(?![A-Za-z0-9])/ },
    {
      kind: 'vercel-token',
      starts: 'vercel',
      keep: new RegExp(`[a-z_ -]{0,20}token${sign}`),
      rest: /[A-Za-z0-9]{24}(?![A-Za-z0-9])/,
      word: true,
    },
    { kind: 'cloudflare-origin-key', starts: 'v1.0-', rest: /[0-9a-f]{24}-[0-9a-f]{146}/ },
    {
      kind: 'cloudflare-token',
      starts: 'cloudflare',
      keep: new RegExp(`[a-z_ -]{0,20}(?:key|token)${sign}`),
      rest: /[A-Za-z0-9_-]{37,40}(?![A-Za-z0-9_-])/,
      word: true,
    },
    { kind: 'supabase-key', starts: 'sbp_ sb_secret_', rest: /[A-Za-z0-9_-]{20,}/ },
    { kind: 'planetscale-token', starts: 'pscale_tkn_ pscale_pw_ pscale_oauth_', rest: /[A-Za-z0-9_.=-]{32,64}/ },
    { kind: 'neon-key', starts: 'napi_ npg_', rest: /[A-Za-z0-9]{12,80}(?![A-Za-z0-9])/, accept: isRealToken },
    { kind: 'databricks-token', starts: 'dapi', rest: /[0-9a-f]{32}(?:-[0-9])?(?![A-Za-z0-9])/ },
    { kind: 'tailscale-key', starts: 'tskey-', rest: /[a-z]{2,10}-[A-Za-z0-9]{6,}-[A-Za-z0-9]{16,}/ },
    { kind: 'cockroach-key', starts: 'CCDB1_', rest: /[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/ },

    // Code hosts, registries, build services.
    { kind: 'github-token', starts: 'ghp_ gho_ ghu_ ghs_ ghr_', rest: /[A-Za-z0-9]{36,}/ },
    { kind: 'github-token', starts: 'github_pat_', rest: /[A-Za-z0-9_]{22,}/ },
    {
      kind: 'gitlab-token',
      starts: 'glpat- gldt- glrt- glptt- glcbt- glft- glimt- glagent- gloas- glsoat- glffct-',
      rest: /[A-Za-z0-9_.-]{20,}/,
    },
    { kind: 'gitlab-runner-token', starts: 'GR1348941', rest: /[A-Za-z0-9_-]{20,}/ },
    { kind: 'bitbucket-password', starts: 'ATBB', rest: /[A-Za-z0-9_=-]{32,}/ },
    { kind: 'atlassian-token', starts: 'ATATT3 ATCTT3', rest: /[A-Za-z0-9_=.-]{50,}/ },
    { kind: 'sourcegraph-token', starts: 'sgp_', rest: /(?:[a-z0-9]{5,20}_)?[0-9a-f]{40}/ },
    { kind: 'npm-token', starts: 'npm_', rest: /[A-Za-z0-9]{36,}/ },
    {
      kind: 'npmrc-auth',
      starts: '_authToken _auth _password',
      keep: /[ \t]{0,3}=[ \t]{0,3}"?/,
      rest: /[A-Za-z0-9_+/=-]{12,}/,
    },
    { kind: 'pypi-token', starts: 'pypi-AgE', rest: /[A-Za-z0-9_-]{50,}/ },
    { kind: 'rubygems-key', starts: 'rubygems_', rest: /[0-9a-f]{48}/ },
    { kind: 'crates-token', starts: 'cio', rest: /[A-Za-z0-9]{32}(?![A-Za-z0-9])/, accept: isRealToken },
    { kind: 'clojars-token', starts: 'CLOJARS_', rest: /[0-9a-f]{60}/ },
    { kind: 'nuget-key', starts: 'oy2', rest: /[a-z0-9]{43}(?![A-Za-z0-9])/ },
    { kind: 'docker-token', starts: 'dckr_pat_ dckr_oat_', rest: /[A-Za-z0-9_-]{24,}/ },
    { kind: 'artifactory-key', starts: 'AKCp cmVmdGtu', rest: /[A-Za-z0-9]{50,}/ },
    {
      kind: 'terraform-token',
      starts: '.atlasv1.',
      before: { length: 14, pattern: /[A-Za-z0-9]{14}/ },
      rest: /[A-Za-z0-9_=-]{60,}/,
    },
    { kind: 'pulumi-token', starts: 'pul-', rest: /[0-9a-f]{40}/ },
    { kind: 'circleci-token', starts: 'CCIPAT_ CCIPRJ_', rest: /[A-Za-z0-9]{10,}_[0-9a-f]{40}/ },
    { kind: 'buildkite-token', starts: 'bkua_ bkaj_ bkct_', rest: /[A-Za-z0-9]{40,}/ },
    { kind: 'sonar-token', starts: 'sqp_ squ_ sqa_', rest: /[0-9a-f]{40}/ },
    { kind: 'snyk-token', starts: 'snyk_uat. snyk_sat.', rest: /[A-Za-z0-9_.-]{30,}/ },
    { kind: 'deno-token', starts: 'ddp_ ddw_ ddo_', rest: /[A-Za-z0-9]{36}/ },
    { kind: 'infracost-key', starts: 'ico-', rest: /[A-Za-z0-9]{32}(?![A-Za-z0-9])/ },
    { kind: 'prefect-key', starts: 'pnu_ pnb_', rest: /[A-Za-z0-9]{36}/ },

    // Models.
    { kind: 'anthropic-key', starts: 'sk-ant-', rest: /[A-Za-z0-9_-]{32,}/ },
    { kind: 'openrouter-key', starts: 'sk-or-', rest: /(?:v1-)?[A-Za-z0-9]{40,}/ },
    { kind: 'langfuse-key', starts: 'sk-lf-', rest: uuidRest },
    { kind: 'openai-key', starts: 'sk-proj- sk-svcacct- sk-admin- sk-None-', rest: /[A-Za-z0-9_-]{32,}/ },
    { kind: 'openai-key', starts: 'sk-', rest: /[A-Za-z0-9]{32,}(?![A-Za-z0-9-])/, accept: isRealToken },
    { kind: 'huggingface-token', starts: 'hf_ api_org_', rest: /[A-Za-z0-9]{32,}/ },
    { kind: 'replicate-token', starts: 'r8_', rest: /[A-Za-z0-9]{37}/ },
    { kind: 'groq-key', starts: 'gsk_', rest: /[A-Za-z0-9]{48,}/ },
    { kind: 'perplexity-key', starts: 'pplx-', rest: /[A-Za-z0-9]{40,}/ },
    { kind: 'xai-key', starts: 'xai-', rest: /[A-Za-z0-9]{60,}/ },
    { kind: 'langsmith-key', starts: 'lsv2_', rest: /(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/ },
    { kind: 'tavily-key', starts: 'tvly-', rest: /(?:dev-|prod-)?[A-Za-z0-9]{28,}/ },
    { kind: 'fireworks-key', starts: 'fw_', rest: /[A-Za-z0-9]{22,}(?![A-Za-z0-9])/, accept: isRealToken },

    // Payment, mail, messages.
    { kind: 'stripe-key', starts: 'sk_live_ sk_test_ rk_live_ rk_test_', rest: /[A-Za-z0-9]{16,}/ },
    { kind: 'webhook-secret', starts: 'whsec_', rest: /[A-Za-z0-9+/=]{24,}/ },
    { kind: 'square-token', starts: 'sq0atp- sq0csp- sq0idp-', rest: /[A-Za-z0-9_-]{22,}/ },
    { kind: 'square-token', starts: 'EAAA', rest: /[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-])/ },
    { kind: 'braintree-token', starts: 'access_token$', rest: /(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}/ },
    { kind: 'plaid-token', starts: 'access-', rest: new RegExp(`(?:sandbox|development|production)-${uuid}`) },
    { kind: 'flutterwave-key', starts: 'FLWSECK', rest: /(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?/ },
    { kind: 'shopify-token', starts: 'shpat_ shpca_ shppa_ shpss_', rest: /[0-9a-fA-F]{32}/ },
    {
      kind: 'twilio-key',
      starts: 'SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf',
      rest: /[0-9a-f]{31}(?![A-Za-z0-9])/,
    },
    {
      kind: 'twilio-auth-token',
      starts: 'twilio',
      keep: new RegExp(`[a-z_ -]{0,20}token${sign}`),
      rest: /[0-9a-f]{32}(?![A-Za-z0-9])/,
      word: true,
    },
    { kind: 'sendgrid-key', starts: 'SG.', rest: /[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}/ },
    { kind: 'mailgun-key', starts: 'key-', rest: /[0-9a-f]{32}(?![A-Za-z0-9])/ },
    {
      kind: 'mailchimp-key',
      starts: '-us',
      before: { length: 32, pattern: /[0-9a-f]{32}/ },
      rest: /[0-9]{1,2}(?![A-Za-z0-9])/,
    },
    { kind: 'brevo-key', starts: 'xkeysib- xsmtpsib-', rest: /[0-9a-f]{64}-[A-Za-z0-9]{16}/ },
    { kind: 'resend-key', starts: 're_', rest: /[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])/ },
    {
      kind: 'slack-token',
      starts: 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.',
      rest: /[A-Za-z0-9.%-]{16,}/,
    },
    { kind: 'slack-app-token', starts: 'xapp-', rest: /[0-9]-[A-Za-z0-9-]{20,}/ },
    {
      kind: 'slack-webhook',
      starts: 'hooks.slack.com/',
      keep: /(?:services|workflows|triggers)\//,
      rest: /[A-Za-z0-9+/]{30,}/,
    },
    {
      kind: 'teams-webhook',
      starts: '.webhook.office.com/',
      word: true,
      keep: /webhookb2\//,
      rest: /[A-Za-z0-9@-]{36,}\/IncomingWebhook\/[A-Za-z0-9/-]{36,}/,
    },
    {
      kind: 'discord-webhook',
      starts: 'discord.com/api/webhooks/ discordapp.com/api/webhooks/',
      keep: /[0-9]{16,20}\//,
      rest: /[A-Za-z0-9_-]{50,}/,
    },
    {
      kind: 'discord-token',
      starts: discordStarts,
      rest: /[A-Za-z0-9_-]{20,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/,
    },
    {
      kind: 'telegram-token',
      starts: ':AA',
      keep: /(?<=[0-9]{8,10}:AA)/,
      rest: /[A-Za-z0-9_-]{32,33}(?![A-Za-z0-9_-])/,
      word: true,
    },
    { kind: 'zapier-webhook', starts: 'hooks.zapier.com/hooks/catch/', keep: /[0-9]{3,12}\//, rest: /[A-Za-z0-9]{5,}/ },

    // Tools and data services.
    { kind: 'linear-key', starts: 'lin_api_ lin_oauth_ lin_wh_', rest: /[A-Za-z0-9]{32,}/ },
    { kind: 'notion-token', starts: 'ntn_ secret_', rest: /[A-Za-z0-9]{43,}/ },
    { kind: 'figma-token', starts: 'figd_ figma_pat_', rest: /[A-Za-z0-9_-]{36,}/ },
    { kind: 'airtable-token', starts: 'pat', rest: /[A-Za-z0-9]{14}\.[0-9a-f]{64}/ },
    { kind: 'postman-key', starts: 'PMAK-', rest: /[0-9a-f]{24}-[0-9a-f]{34}/ },
    { kind: 'newrelic-key', starts: 'NRAK- NRJS- NRII- NRAA- NRRA-', rest: /[A-Za-z0-9_-]{19,}/ },
    {
      kind: 'datadog-key',
      starts: 'dd_api_key dd_app_key datadog_api_key datadog_app_key dd-api-key dd-application-key',
      keep: new RegExp(sign),
      rest: /[0-9a-f]{32,40}(?![A-Za-z0-9])/,
      word: true,
    },
    { kind: 'grafana-token', starts: 'glsa_', rest: /[A-Za-z0-9]{32}_[0-9a-fA-F]{8}/ },
    { kind: 'grafana-token', starts: 'glc_ eyJrIjoi', rest: /[A-Za-z0-9+/]{32,}={0,2}/ },
    { kind: 'sentry-token', starts: 'sntrys_ sntryu_ sntrya_', rest: /[A-Za-z0-9+/=_-]{32,}/ },
    {
      kind: 'sentry-dsn',
      starts: '://',
      keep: /(?=)/,
      rest: /[0-9a-f]{32}(?::[0-9a-f]{32})?(?=@[a-z0-9.-]{0,60}sentry)/,
      word: true,
    },
    { kind: 'vault-token', starts: 'hvs. hvb. hvr.', rest: /[A-Za-z0-9_-]{24,}/ },
    {
      kind: 'doppler-token',
      starts: 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.',
      rest: /(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/,
    },
    { kind: '1password-token', starts: 'ops_eyJ', rest: /[A-Za-z0-9+/_=-]{100,}/ },
    { kind: 'launchdarkly-key', starts: 'sdk- api- mob-', rest: uuidRest },
    { kind: 'posthog-key', starts: 'phx_', rest: /[A-Za-z0-9_-]{40,}/ },
    { kind: 'dynatrace-token', starts: 'dt0', rest: /[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/ },
    { kind: 'mapbox-token', starts: 'sk.eyJ', rest: /[A-Za-z0-9_-]{30,}\.[A-Za-z0-9_-]{20,}/ },
    { kind: 'contentful-token', starts: 'CFPAT-', rest: /[A-Za-z0-9_-]{43}/ },
    { kind: 'typeform-token', starts: 'tfp_', rest: /[A-Za-z0-9_.=-]{40,}/ },
    { kind: 'readme-key', starts: 'rdme_', rest: /[a-z0-9]{70}/ },
    { kind: 'shippo-key', starts: 'shippo_live_ shippo_test_', rest: /[0-9a-f]{40}/ },
    { kind: 'duffel-token', starts: 'duffel_live_ duffel_test_', rest: /[A-Za-z0-9_=-]{43}/ },
    { kind: 'easypost-key', starts: 'EZAK EZTK', rest: /[A-Za-z0-9]{54}/ },
    { kind: 'adafruit-key', starts: 'aio_', rest: /[A-Za-z0-9]{28}(?![A-Za-z0-9])/ },
    { kind: 'wakatime-key', starts: 'waka_', rest: uuidRest },
    { kind: 'dropbox-token', starts: 'sl.', rest: /[A-Za-z0-9_-]{100,}/ },
    { kind: 'facebook-token', starts: 'EAA', rest: /[A-Za-z0-9]{80,}/ },
    { kind: 'twitter-token', starts: 'AAAAAAAAAAAAAAAAAAAAA', rest: /[A-Za-z0-9%]{50,}/ },
    { kind: 'okta-token', starts: 'SSWS', keep: / {1,2}/, rest: /00[A-Za-z0-9_-]{38,42}/ },
    {
      kind: 'jwt',
      starts: 'eyJ',
      rest: /(?<![_-]eyJ)[A-Za-z0-9_-]{8,}\.ey[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
    },
    {
      kind: 'jwt',
      starts: 'eyJ',
      rest: /(?<![_-]eyJ)[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{0,1000}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
    },

    // What only its context tells.
    {
      kind: 'authorization',
      starts: 'authorization',
      keep: new RegExp(`${sign}(?:(?:Bearer|Basic|Token|ApiKey|Digest|Negotiate|SSWS)[ ]{1,3})?`),
      rest: /[A-Za-z0-9_+/.~%:-]{8,4096}={0,3}(?![A-Za-z0-9(<])/,
      word: true,
      weak: true,
      accept: (secret, kept) => (/basic\s*$/i.test(kept) ? secret.length >= 8 : isRealToken(secret)),
    },
    {
      kind: 'bearer-token',
      starts: 'bearer',
      keep: /[ ]{1,3}/,
      rest: tokenValue,
      word: true,
      weak: true,
      digits: true,
      accept: isRealToken,
    },
    {
      kind: 'basic-auth',
      starts: 'basic',
      keep: /[ ]{1,3}/,
      rest: /[A-Za-z0-9+/]{12,1000}={1,2}(?![A-Za-z0-9=])/,
      word: true,
      weak: true,
    },
    {
      kind: 'curl-user',
      starts: 'curl',
      keep: /[^\n|;]{0,200}? (?:-u|--user)[ =]["'\\]{0,2}[^\s:"'\\]{1,64}:/,
      rest: /[^\s"'\\@:<>$]{6,100}/,
      word: true,
      weak: true,
      accept: isUrlPassword,
    },
    {
      kind: 'cookie',
      starts: 'cookie',
      keep: new RegExp(`${sign}[A-Za-z0-9_.-]{1,64}=`),
      rest: /[A-Za-z0-9_+/.~%-]{16,4096}={0,3}/,
      word: true,
      weak: true,
      digits: true,
      accept: isRealToken,
    },
    {
      kind: 'url-password',
      starts: '://',
      keep: /[^\s/:@?#"'`<>[\\]{0,100}:/,
      rest: /[^\s/@"'`<>\\]{1,200}(?=@)/,
      word: true,
      weak: true,
      accept: isUrlPassword,
    },
    {
      kind: 'url-token',
      starts: '://',
      keep: /(?=)/,
      rest: /[A-Za-z0-9_-]{20,200}(?=@)/,
      word: true,
      weak: true,
      digits: true,
      accept: isRealToken,
    },
    {
      kind: 'password',
      starts: 'password passwd passphrase passwort pwd _pass -pass',
      keep: told,
      rest: passwordValue,
      word: true,
      weak: true,
      accept: isToldPassword,
    },
    named('api-key', 'api', '[_ -]?key'),
    named('token', 'token'),
    named('secret', 'secret', '(?:[_ -]?(?:access[_ -]?)?key)?'),
    named('secret-key', 'access private signing encryption master account shared auth license service', '[_ -]?key'),
    named('credential', 'credential', 's?'),
  ];
}

let made: readonly SecretPattern[] | undefined;

/**
 * Gives the patterns of secrets.
 * @returns the patterns, the same ones with every call
 */
export function secretPatterns(): readonly SecretPattern[] {
  made ??= makePatterns();
  return made;
}

/**
 * Tells a value that was masked by hand, such as `ghp_xxxxxxxx`.
 * @param value what a pattern matched
 * @returns true when it holds no secret
 */
export function isMasked(value: string): boolean {
  return value.length < 300 && masked.test(value);
}

/**
 * Tells a random token from an identifier, a path, a reference or a filler.
 * @param value what stands where a token would
 * @returns true for what looks random
 */
export function isRealToken(value: string): boolean {
  if (value.length < 12 || isStandIn(value) || digest.test(value) || isIdentifier(value)) return false;
  let digits = 0;
  let letters = 0;
  let changes = 0;
  let wasDigit = false;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    const isDigit = code >= 48 && code <= 57;
    if (isDigit) digits += 1;
    else if ((code | 32) >= 97 && (code | 32) <= 122) letters += 1;
    else continue;
    if (digits + letters > 1 && isDigit !== wasDigit) changes += 1;
    wasDigit = isDigit;
  }
  return digits >= 2 && letters >= 2 && changes >= 3;
}

/**
 * Tells a password from a word, an identifier, a path, a reference or a filler.
 * @param value what stands where a password would
 * @returns true for what mixes letters with digits or signs, and for digits alone
 */
export function isRealPassword(value: string): boolean {
  const core = value.replace(/[.!?:]{1,3}$/, '');
  if (core.length < 6 || isStandIn(core) || digest.test(core) || place.test(core)) return false;
  if (/^[0-9]+$/.test(core)) return true;
  if (!/[A-Za-z]/.test(core) || !/[0-9!@#$%^&*+?~]/.test(core)) return false;
  return /[!@#$%^&*?~]/.test(core) || !/[-_./:=]/.test(core) || !isIdentifier(core);
}

/** Said in a sentence, a password must look like one: other words follow that word all the time. */
function isToldPassword(secret: string, kept: string): boolean {
  if (!isRealPassword(secret)) return false;
  return /[:=>]/.test(kept) || (/[0-9]/.test(secret) && /[A-Za-z]/.test(secret) && !isIdentifier(secret));
}

function isUrlPassword(secret: string, kept: string): boolean {
  return !isStandIn(secret) && !plainUrlPassword.test(secret) && !kept.endsWith(`/${secret}:`);
}

/** Fillers, references to variables, names in capitals, ids. */
function isStandIn(value: string): boolean {
  return filler.test(value) || reference.test(value) || /^[A-Z][A-Z_]+$/.test(value) || uuidOnly.test(value);
}

function isIdentifier(value: string): boolean {
  return (value.match(/[A-Za-z0-9]+/g) ?? []).every((part) => wordPart.test(part));
}
