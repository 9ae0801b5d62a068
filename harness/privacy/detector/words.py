"""Context words in many languages, and the pattern that finds them.

A word matches as a whole; ``*`` at its end allows any ending (declension, plural). Words of
scripts without spaces match anywhere.
"""

from __future__ import annotations

import re
from functools import lru_cache

from harness.privacy.detector.folding import is_cjk

PHONE = """phone* | telephone | tel | mobile | cell | cellphone | call | called | fax |
whatsapp | sms | text me at | reach me | handy | telefon* | téléphone | portable | móvil |
teléfono | celular | telefone | cellulare | telefono | тел | телефон* | звоните | позвон* |
номер телефона | моб | telefoon | mobiel | puhelin | τηλέφωνο | κινητό | هاتف | الهاتف | جوال |
الجوال | موبايل | اتصل | טלפון | נייד | फ़ोन | मोबाइल | điện thoại | sđt | telepon | nomor hp |
โทร | เบอร์ | 手机 | 手機 | 电话 | 電話 | 联系方式 | 携帯 | 휴대폰 | 전화 | 연락처 | 휴대전화"""

CODE = """otp | code | codes | passcode | one-time | one time | verification | verify | 2fa |
pin | security code | login code | código | codigo | codice | bestätigungscode | anmeldecode |
zugangscode | freigabecode | sicherheitscode | tan | код* | пароль | пін | kod | kodu | kode |
kód | koodi | κωδικός | كود | رمز | الرمز | קוד | कोड | ओटीपी | mã | รหัส | 验证码 | 驗證碼 |
校验码 | 动态码 | 取件码 | 認証コード | 確認コード | 認証番号 | 인증번호 | 인증코드 | 비밀번호"""

NOT_CODE = """zip code | postal code | post code | area code | country code | promo code |
discount code | error code | exit code | coupon* | código postal | codigo postal | код города |
почтовый | qr code | qr-код | source code | dress code | code postal | build | version | 邮编"""

PASSWORD = """password | passwort | passwd | pwd | passphrase | contraseña | clave | senha |
mot de passe | пароль | hasło | parola | lösenord | wachtwoord | salasana | şifre | kata sandi |
mật khẩu | รหัสผ่าน | كلمة المرور | סיסמה | पासवर्ड | 密码 | 密碼 | パスワード | 비밀번호"""

BIRTH = """born | birth | birthday | birthdate | date of birth | dob | d.o.b | geboren |
geburts* | geb | né | née | naissance | nacimiento | nacido | nacida | cumpleaños |
fecha de nac | nascimento | aniversário | nato | nata | nascita | compleanno | рожд* | родил* |
д.р | народж* | urodz* | narozen* | doğum | syntymä* | född | født | fødsel* | geboorte* |
γέννησης | ميلاد | تاريخ الميلاد | לידה | जन्म | ngày sinh | lahir | ulang tahun | วันเกิด |
生日 | 出生 | 誕生日 | 生年月日 | 생년월일 | 생일"""

ORDER = """预约 | 预订 | תור | paket* | paquete* | pacote* | חבילה | 包裹 | order | orders |
order no | tracking | track | parcel | shipment | shipped | consignment | booking | confirmation |
reservation | reference | ref | invoice | receipt | ticket | pnr | waybill | awb | pedido |
orden | rastreo | seguimiento | envío | reserva | localizador | factura | compra | commande |
colis | suivi | réservation | facture | bestellung | bestellnummer | bestell-nr | auftrag* |
sendung* | sendungsnummer | buchung* | rechnung* | ordine | spedizione | prenotazione |
encomenda | заказ* | отправлени* | посылк* | трек* | бронир* | накладн* | zamówieni* | przesyłk* |
objednávk* | bestelling | siparişi | sipariş | kargo | tilaus* | παραγγελία | طلب | الطلب | شحنة |
حجز | הזמנה | משלוח | ऑर्डर | đơn hàng | vận đơn | pesanan | resi | คำสั่งซื้อ | พัสดุ | 订单 |
訂單 | 单号 | 單號 | 快递 | 运单 | 注文 | お問い合わせ番号 | 予約番号 | 伝票 | 주문 | 운송장 |
예약번호 | 송장"""

IDENTITY = """ssn | social security | passport | passport no | national id | id number | id no |
id card | identity card | identification | nin | nino | national insurance | aadhaar | aadhar |
pan card | nric | driver* license | driving licence | license number | licence number | dl no |
medicare | nhs number | member id | membership no | member no | member number | student id |
employee id | staff id | patient id | tax id | taxpayer | tin | vat | imei | mrn | dni | nif |
nie | cif | curp | rfc | cédula | pasaporte | cpf | cnpj | passaporte | rg | permis | passeport |
carte d'identité | sécurité sociale | reisepass* | personalausweis* | ausweis* | steuer-id |
steuernummer | sozialversicherung* | codice fiscale | carta d'identità | паспорт* | снилс | инн |
удостоверен* | полис | егн | еик | pesel | dowód | nip | rodné číslo | bsn | paspoort |
personnummer | fødselsnummer | hetu | cpr | tc kimlik | kimlik | αφμ | هوية | الهوية | جواز |
رقم الهوية | תעודת זהות | דרכון | आधार | पासपोर्ट | cccd | cmnd | hộ chiếu | ktp | nik | paspor |
บัตรประชาชน | 身份证 | 身分證 | 護照 | 护照 | 证件号 | 学号 | 工号 | 社保 | マイナンバー | 旅券 |
パスポート | 会員番号 | 免許 | 주민등록 | 여권 | 회원번호 | 운전면허"""

ACCOUNT = """account | account no | account number | acct | a/c | iban | routing | sort code |
aba | bsb | swift | bic | clabe | cuenta | n.º de cuenta | conta | agência | compte | konto* |
kontonummer | bankverbindung | conto | счет* | счёт* | р/с | сметка | rachun* | účet | rekening |
rekeningnummer | hesap | tili* | λογαριασμός | حساب | الحساب | חשבון | खाता | tài khoản | stk |
บัญชี | 账号 | 帳號 | 账户 | 帳戶 | 银行卡 | 卡号 | 口座 | 계좌"""

CARD = """card | credit | debit | visa | mastercard | amex | american express | maestro |
discover | rupay | tarjeta | tarj | cartão | carte | carta | karte | kreditkarte | карт* |
karta | kart | kortti | kort | κάρτα | بطاقة | البطاقة | כרטיס | कार्ड | thẻ | kartu | บัตร |
尾号 | 信用卡 | 卡 | カード | 카드"""

PLATE = """license plate | licence plate | number plate | plate | plate no | registration no |
reg no | vehicle no | vehicle reg | matrícula | placa | patente | plaque | immatriculation |
kennzeichen | targa | госномер | номер авто* | автомобил* | номерной знак | рег. номер |
rejestracja | spz | kenteken | plaka | πινακίδα | لوحة | اللوحة | רכב | biển số | plat nomor |
ทะเบียน | 车牌 | 車牌 | ナンバー | 차량번호 | 번호판"""

MONEY = """balance | available | savings | checking | deposit | withdraw* | transfer* |
transaction* | payment* | paid | sent | received | salary | income | spent | spending | owed |
owes | due | debt | credit limit | credit score | net worth | portfolio | holdings |
total assets | assets | gain | loss | profit | p&l | p/l | invested | returns | statement |
minimum payment | loan | mortgage | payroll | cash | wallet | refund | bezahlt | gezahlt |
überwiesen | pagado | payé | שילמת | 已支付 | 支付 | saldo | disponible | disponível |
transferencia* | transferência* | pago | pagamento | enviaste | recibiste | ahorros | cuenta |
conta | gastos | ingresos | nómina | solde | virement | épargne | compte | dépenses | kontostand |
guthaben | verfügbar | überweisung | konto | sparkonto | umsätze | vermögen | bilancio |
bonifico | disponibile | баланс | остаток | доступно | перевод | зачислен* | списан* | вклад |
счет | счёт | поступлени* | пополнени* | накоплени* | saldo | dostępne | przelew | rachunek |
zůstatek | bakiye | hesap | havale | υπόλοιπο | الرصيد | رصيد | تحويل | יתרה | העברה | शेष |
बैलेंस | số dư | chuyển khoản | saldo rekening | ยอดเงิน | คงเหลือ | โอน | 余额 | 餘額 | 资产 |
資產 | 总资产 | 收益 | 盈亏 | 市值 | 可用 | 可取 | 转账 | 轉帳 | 零钱 | 收入 | 支出 | 账单 |
工资 | 残高 | 入金 | 出金 | 振込 | 資産 | 잔액 | 이체 | 자산 | 입금 | 출금 | 수익"""

TREATMENT = """gluten* | lactose | laktose* | lactosa | unverträglich* | intoleran* |
kidney stone* | nierenstein* | sprained ankle | 肾结石 | 结石 | 扭伤 | 偏头痛 |
骨折 |
根管治疗 | אבנים בכליות | מיגרנה | נקע | שבר | טיפול שורש | אוושה בלב | endodoncia |
root canal* | wurzelbehandlung* | fisioterap* | eczema* | ekzem* | cataract* | catarata* |
katarakt* | hypertension |
bluthochdruck | tensión alta | hipertensión | cholesterol* | colesterol | rash | ausschlag |
sarpullido | sore throat | halsschmerzen | arthritis | arthrose | artritis | depression* |
schilddrüse* | thyroid* | tiroid* | anaemia | anemia | anämie | heart murmur | herzgeräusch* |
soplo en el corazón | אקזמה | קטרקט | פריחה | שיעול | דלקת | 湿疹 | 白内障 | 皮疹 | 咳嗽 |
关节炎 | 抑郁 | physio* | allerg* | alerg* | inhal* | insulin* | dialys* | dialyse | diálisis |
chemo* | quimio* | vaccin* | vacun* | impf* | blood test | blood pressure | blutabnahme |
blutdruck | bluttest | análisis de sangre | mri | mrt | ct scan | x-ray | röntgen* | radiografía |
antibioti* | ultrasound | ultraschall | ecografía | biops* | pacemaker | herzschrittmacher |
marcapasos | pregnan* | schwanger* | embaraz* | cardiolog* | kardiolog* | dermatolog* | oncolog* |
onkolog* | gynecolog* | gynäkolog* | ginecolog* | urolog* | psychiat* | psiquiat* |
psychotherap* | psicoterap* | asthma* | asma | diabet* | migraine* | migräne* | migraña* |
epilep* | pill | pills | tablet daily | tablette* | pastilla* | medicine | medication* |
medikament* | medicamento* | kidney* | niere* | riñón* | surgery | операци* | аллерг* | астма* |
диабет* | инсулин* | ингалятор* | прививк* | давлени* | אלרגי* | אסתמה | סוכרת | אינסולין |
פיזיותרפיה | משאף | חיסון | לחץ דם | ניתוח | מרשם | תרופ | קוצב לב | כדור | 过敏 | 哮喘 | 糖尿病 |
高血压 | 血压 | 胰岛素 | 理疗 | 物理治疗 | 吸入器 | 疫苗 | 化疗 | 起搏器 | 手术 | 处方 | 抽血 |
验血 | 服药 | 药片 | アレルギー | 喘息 | 糖尿 | 手術 | 처방 | 알레르기 | 당뇨"""

AD = """ad | ads | advertisement | sponsored | promoted | anúncio | patrocinado | patrocinada |
publicidad | anuncio | sponsorisé | annonce | anzeige | gesponsert | werbung | sponsorizzato |
annuncio | реклама | спонсор* | reklama | advertentie | gesponsord | reklam | sponsorlu | إعلان |
ممول | ממומן | प्रायोजित | được tài trợ | quảng cáo | bersponsor | iklan | โฆษณา | 广告 | 廣告 |
推广 | 贊助 | 広告 | プロモーション | 광고"""


ME = frozenset(
    "me you ich du sie yo tú usted moi vous toi io tu eu você я вы ты ja ty ik jij ben sen"
    " אני את אתה أنا أنت 我 你 私 自分 나 saya bạn".split()
)
"""How apps call the one who looks at the screen."""


@lru_cache(maxsize=64)
def pattern(words: str) -> re.Pattern[str]:
    """A pattern for any of the ``|``-separated words in folded, case-folded text."""
    spaced, unspaced = [], []
    for word in sorted({w.strip().replace("\n", " ") for w in words.split("|")}, key=len)[::-1]:
        if not word:
            continue
        if any(is_cjk(c) or "\u0e00" <= c <= "\u0e7f" for c in word):
            unspaced.append(re.escape(word))
        else:
            body = re.escape(word.rstrip("*").casefold()).replace(r"\ ", r"\s+")
            if "\u05d0" <= word[0] <= "\u05ea":  # "The", "and", "in" are a part of the word.
                body = "[הבוכלמש]{0,2}" + body
            spaced.append(body + (r"\w*" if word.endswith("*") else ""))
    parts = []
    if spaced:
        parts.append(rf"(?<![^\W_])(?:{'|'.join(spaced)})(?![^\W\d_])")
    parts += unspaced
    return re.compile("|".join(parts))


def near(text: str, start: int, end: int, words: str, before: int = 40, after: int = 20) -> bool:
    """Whether one of ``words`` stands around ``text[start:end]``.

    Args:
        text: Folded text.
        start: First code point of the candidate.
        end: One past its last.
        words: ``|``-separated words, e.g. :data:`PHONE`.
        before: How far to look to the left, in code points.
        after: How far to look to the right, in code points.
    """
    left, right = text[max(0, start - before) : start], text[end : end + after]
    found = pattern(words)
    return bool(found.search(left.casefold()) or found.search(right.casefold()))
