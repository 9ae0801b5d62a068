"""Words that stand beside a value and say what it is, in many languages."""

from __future__ import annotations

import re
from functools import lru_cache

from harness.core.canonical import fold
from harness.core.entity import EntityType as T
from harness.privacy.detector.folding import is_cjk

_TABLE: dict[T, str] = {
    T.PERSON_NAME: """name | full name | first name | last name | given name | middle name |
    surname | family name | display name | legal name | nickname | contact name | cardholder |
    cardholder name | name on card | account holder | account name | recipient | recipient name |
    payee | beneficiary | sender | from | to | cc | bcc | sent by | deliver to | ship to |
    passenger | passenger name | guest | guest name | driver | your driver | courier | doctor |
    physician | patient | patient name | attendee | host | emergency contact | owner | assignee |
    reporter | manager | spouse | mother's name | father's name | maiden name | customer |
    customer name | client | contact person | invited by | organizer | author | nombre |
    nombre completo | nombres | apellido | apellidos | titular | destinatario | remitente |
    beneficiario | pasajero | conductor | de | para | paciente | médico | nome | nome completo |
    sobrenome | titular da conta | remetente | destinatário | favorecido | passageiro |
    motorista | cliente | nom | prénom | nom complet | nom de famille | titulaire |
    destinataire | expéditeur | bénéficiaire | passager | chauffeur | patient | de la part de |
    à | vorname | nachname | vollständiger name | kontoinhaber | empfänger | absender |
    fahrgast | fahrer | karteninhaber | von | an | cognome | nome e cognome | intestatario |
    mittente | beneficiario | имя | фамилия | отчество | фио | ф.и.о | полное имя | получатель |
    отправитель | плательщик | пассажир | водитель | владелец | пациент | врач | от | кому |
    клиент | контакт | ім'я | прізвище | име | фамилия | imię | nazwisko | imię i nazwisko |
    odbiorca | nadawca | jméno | příjmení | meno | naam | voornaam | achternaam | ontvanger |
    namn | förnamn | efternamn | navn | fornavn | etternavn | nimi | etunimi | sukunimi | ad |
    adı | soyad | soyadı | ad soyad | alıcı | gönderen | όνομα | επώνυμο | ονοματεπώνυμο | nume |
    prenume | név | vezetéknév | الاسم | الاسم الكامل | الاسم الأول | اسم العائلة | المستلم |
    المرسل | السائق | שם | שם מלא | שם פרטי | שם משפחה | नाम | पूरा नाम | उपनाम | tên | họ tên |
    họ và tên | họ | người nhận | người gửi | nama | nama lengkap | nama depan | nama belakang |
    penerima | pengirim | ชื่อ | นามสกุล | ชื่อ-นามสกุล | ผู้รับ | ผู้ส่ง | 姓名 | 名字 |
    spitzname | apodo | surnom | כינוי |
    真实姓名 | 昵称 | 暱稱 | 收件人 | 寄件人 | 收货人 | 联系人 | 持卡人 | 户名 | 收款人 |
    付款人 | 乘客 | 司机 | 患者 | 就诊人 | 医生 | 氏名 | 名前 | お名前 | 姓 | 名 | ニックネーム |
    宛名 | 受取人 | 差出人 | 이름 | 성명 | 닉네임 | 받는 사람 | 보내는 사람 | 예금주 | 수령인 |
    기사 | 환자""",
    T.USERNAME: """username | user name | user id | login | login id | handle | screen name |
    user | signed in as | logged in as | nombre de usuario | usuario | nome de usuário |
    usuário | nom d'utilisateur | identifiant | benutzername | nutzername | nome utente |
    имя пользователя | логин | ник | никнейм | потребителско име | nazwa użytkownika |
    uživatelské jméno | gebruikersnaam | användarnamn | brukernavn | brugernavn |
    käyttäjätunnus | kullanıcı adı | όνομα χρήστη | اسم المستخدم | שם משתמש | उपयोगकर्ता नाम |
    tên đăng nhập | tên người dùng | nama pengguna | ชื่อผู้ใช้ | 用户名 | 帐号 | 微信号 |
    微信號 | 使用者名稱 | ユーザー名 | ユーザーid | line id | 사용자 이름 | 아이디 | wechat id |
    skype | telegram | snapchat | instagram""",
    T.PHONE_NUMBER: """phone | phone number | mobile | mobile number | mobile phone | cell |
    cell phone | telephone | tel | home phone | work phone | contact number | fax | whatsapp |
    msisdn | teléfono | móvil | celular | número de teléfono | telefone | telemóvel |
    número de telefone | téléphone | portable | numéro de téléphone | telefon | telefonnummer |
    handynummer | handy | mobil | cellulare | telefono | numero di telefono | телефон |
    номер телефона | мобильный | мобилен | тел | telefon | numer telefonu | telefoonnummer |
    mobiel | puhelinnumero | telefon numarası | τηλέφωνο | κινητό | الهاتف | رقم الهاتف |
    الجوال | رقم الجوال | טלפון | מספר טלפון | נייד | फ़ोन | फ़ोन नंबर | मोबाइल | điện thoại |
    số điện thoại | telepon | nomor telepon | nomor hp | โทรศัพท์ | เบอร์โทร | หมายเลขโทรศัพท์ |
    电话 | 电话号码 | 手机 | 手机号 | 手机号码 | 联系电话 | 電話 | 手機 | 電話號碼 | 電話番号 |
    携帯電話 | 携帯電話番号 | 전화 | 전화번호 | 휴대폰 | 휴대폰 번호 | 연락처""",
    T.EMAIL: """email | e-mail | email address | mail | correo | correo electrónico | courriel |
    adresse e-mail | e-mail-adresse | indirizzo email | эл. почта | электронная почта | почта |
    имейл | البريد الإلكتروني | דוא"ל | אימייל | מייל | כתובת אימייל | ईमेल | อีเมล | 邮箱 |
    电子邮箱 |
    郵箱 | メールアドレス |
    メール | 이메일""",
    T.ADDRESS: """address | home address | work address | street | street address |
    address line 1 | address line 2 | billing address | shipping address | delivery address |
    city | town | zip | zip code | postal code | postcode | location | lives in | hometown |
    from address | pickup | pickup location | drop-off | dropoff | destination |
    deliver to address | home town | residence | dirección | domicilio | calle | ciudad |
    código postal | ubicación | endereço | rua | cidade | cep | bairro | localização | adresse |
    rue | ville | code postal | domicile | lieu | anschrift | straße | wohnort | stadt | plz |
    standort | postleitzahl | indirizzo | via | città | cap | адрес | домашний адрес |
    адрес доставки | улица | город | индекс | местоположение | откуда | куда | град | адреса |
    вулиця | місто | adres | ulica | miasto | kod pocztowy | adresa | ulice | město | psč |
    straat | stad | woonplaats | adress | gata | ort | postnummer | osoite | kaupunki | adres |
    şehir | διεύθυνση | πόλη | العنوان | المدينة | عنوان المنزل | الموقع | כתובת | עיר | רחוב |
    पता | शहर | địa chỉ | thành phố | alamat | kota | ที่อยู่ | เมือง | 地址 | 收货地址 |
    家庭地址 | 住址 | 详细地址 | 所在地 | 所在地区 | 地区 | 住所 | 郵便番号 | 주소 | 배송지 |
    도시 | 우편번호 | 거주지""",
    T.DATE_OF_BIRTH: """birthday | date of birth | birth date | birthdate | dob | born | age |
    cumpleaños | fecha de nacimiento | edad | data de nascimento | aniversário | nascimento |
    idade | date de naissance | anniversaire | né le | née le | âge | geburtsdatum | geburtstag |
    alter | data di nascita | compleanno | età | дата рождения | день рождения | возраст |
    рожденная | дата на раждане | рожден ден | дата народження | data urodzenia | urodziny |
    wiek | datum narození | geboortedatum | verjaardag | leeftijd | födelsedatum | födelsedag |
    fødselsdato | syntymäaika | doğum tarihi | doğum günü | yaş | ημερομηνία γέννησης |
    تاريخ الميلاد | العمر | תאריך לידה | יום הולדת | גיל | जन्म तिथि | जन्मदिन | आयु | ngày sinh |
    tuổi |
    tanggal lahir | umur | usia | วันเกิด | อายุ | 生日 | 出生日期 | 出生年月 | 年龄 | 年齡 |
    生年月日 | 誕生日 | 年齢 | 생년월일 | 생일 | 나이""",
    T.ID_NUMBER: """id | id number | national id | identity number | ssn |
    social security number | passport | passport number | passport no | driver's license |
    driver license | license number | licence number | member id | membership number |
    member number | student id | student number | employee id | staff id | patient id |
    patient number | patientennummer | número de paciente | מספר מטופל | 病历号 | 就诊号 |
    medical record number | mrn | insurance number | policy number | tax id | tin | vat number |
    imei | imei 1 | imei 2 | serial number | eid | iccid | nhs number | documento | dni | nie |
    cédula | curp | rfc | número de pasaporte | pasaporte | licencia | cpf | rg | cnh |
    passaporte | numéro de sécurité sociale | passeport | numéro de passeport |
    pièce d'identité | ausweisnummer | personalausweis | reisepassnummer | steuernummer |
    steuer-id | versichertennummer | codice fiscale | carta d'identità | passaporto | паспорт |
    серия и номер | снилс | инн | полис | номер полиса | егн | pesel | numer dowodu |
    rodné číslo | bsn | paspoortnummer | personnummer | fødselsnummer | henkilötunnus |
    tc kimlik no | kimlik no | αφμ | رقم الهوية | رقم الجواز | תעודת זהות | מספר זהות |
    מספר דרכון | דרכון | आधार | पैन | cccd |
    cmnd | số cccd | nik | no. ktp | เลขบัตรประชาชน | 身份证 | 身份证号 | 身份证号码 | 证件号码 |
    护照号 | 护照号码 | 学号 | 工号 | 会员号 | 社保号 | 身分證字號 | マイナンバー |
    パスポート番号 | 会員番号 | 免許証番号 | 주민등록번호 | 여권번호 | 회원번호 | 운전면허번호""",
    T.CREDIT_CARD: """card number | credit card | credit card number | debit card number |
    card no | número de tarjeta | tarjeta | número do cartão | cartão | numéro de carte |
    kartennummer | numero della carta | номер карты | номер на карта | numer karty |
    číslo karty | kaartnummer | kart numarası | رقم البطاقة | מספר כרטיס | कार्ड नंबर | số thẻ |
    nomor kartu | หมายเลขบัตร | 信用卡号 | 信用卡號 | 银行卡号 | カード番号 | 카드번호 | cvv |
    cvc | security code | expiry | expiry date""",
    T.BANK_ACCOUNT: """iban | account number | account no | account | acct | bank account |
    routing number | sort code | bsb | swift | bic | swift/bic | número de cuenta | cuenta |
    clabe | número da conta | conta | agência | chave pix | pix | numéro de compte | compte |
    rib | kontonummer | konto | numero di conto | conto | номер счета | номер счёта | счет |
    счёт | сметка | numer konta | číslo účtu | rekeningnummer | hesap no | iban no | رقم الحساب |
    الآيبان | מספר חשבון | खाता संख्या | số tài khoản | nomor rekening | no. rekening |
    เลขที่บัญชี | 账号 | 银行账号 | 帳號 | 資金账号 | 资金账号 | 口座番号 | 계좌번호 | upi id |
    upi""",
    T.ACCOUNT_BALANCE: """monthly share | your share | monatlicher anteil | dein anteil |
    parte mensual | tu parte | חלק חודשי | החלק שלך | 每月份额 | 每月分摊 | balance |
    available balance |
    current balance | total balance |
    account balance | available | available funds | available credit | net worth | total assets |
    total value | portfolio value | portfolio | credit limit | outstanding balance | amount due |
    minimum payment | minimum due | statement balance | payment due | income | expenses |
    salary | spent | savings | invested | profit | loss | gain | total gain | day's gain | p&l |
    unrealized p&l | today's p&l | market value | cost basis | buying power | cash |
    cash balance | wallet balance | credit score | total spent | saldo | saldo disponible |
    saldo actual | saldo total | disponible | límite | deuda | ingresos | gastos | ahorros |
    saldo disponível | limite | fatura atual | receitas | despesas | solde | solde disponible |
    revenus | dépenses | épargne | kontostand | guthaben | verfügbar | verfügbarer betrag |
    gesamtvermögen | einnahmen | ausgaben | saldo disponibile | disponibilità | entrate |
    uscite | баланс | остаток | доступно | доступный остаток | доходы | расходы | сбережения |
    задолженность | наличност | saldo konta | dostępne środki | zůstatek | bakiye |
    kullanılabilir bakiye | υπόλοιπο | الرصيد | الرصيد المتاح | الرصيد الحالي | יתרה |
    יתרה זמינה | शेष राशि | उपलब्ध शेष | số dư | số dư khả dụng | saldo | ยอดเงินคงเหลือ |
    ยอดเงิน | 余额 | 账户余额 | 可用余额 | 总资产 | 净资产 | 总市值 | 市值 | 持仓市值 | 盈亏 |
    总盈亏 | 浮动盈亏 | 当日盈亏 | 当日参考盈亏 | 今日盈亏 | 累计收益 | 昨日收益 | 持有收益 |
    收益 | 可用 | 可取 | 可用资金 | 可取资金 | 冻结 | 零钱 | 收入 | 支出 | 本月支出 | 成本 |
    成本/现价 | 持仓/可用 | 欠款 | 应还 | 餘額 | 可用餘額 | 總資產 | 残高 | 口座残高 | 資産合計 |
    評価額 | 評価損益 | 損益 | 入金 | 잔액 | 총 자산 | 총자산 | 평가금액 | 평가손익 | 수익률 |
    예수금""",
    T.PASSWORD: """password | current password | new password | passcode | pin | pin code | otp |
    one-time code | verification code | pickup code | pick-up code | door code | gate code |
    access code | abholcode | türcode | zugangscode | código de recogida | código de acceso |
    קוד איסוף | קוד כניסה | 取货码 | 取件码 | 提货码 | 会议密码 | 入会密码 | 门禁码 |
    security answer |
    recovery code | backup code | cvv |
    cvc | wi-fi password | wifi password | contraseña | clave | código de verificación | senha |
    mot de passe | code de vérification | passwort | kennwort | пароль | код |
    код подтверждения | parola | hasło | heslo | wachtwoord | lösenord | şifre | κωδικός |
    كلمة المرور | رمز التحقق | סיסמה | पासवर्ड | mật khẩu | kata sandi | รหัสผ่าน | 密码 |
    验证码 | 密碼 | パスワード | 認証コード | 비밀번호 | 인증번호""",
    T.IP_ADDRESS: """ip | ip address | gateway | dns | ipv4 | ipv6 | dirección ip | adresse ip |
    ip-adresse | endereço ip | ip-адрес | ip地址 | ipアドレス | ip 주소""",
    T.LICENSE_PLATE: """license plate | licence plate | plate | plate number | registration |
    vehicle registration | matrícula | placa | placas | patente | immatriculation | plaque |
    kennzeichen | targa | госномер | номер автомобиля | номер авто | гос. номер |
    регистрационен номер | rejestracja | spz | kenteken | plaka | رقم اللوحة | מספר רכב |
    biển số xe | biển số | plat nomor | ทะเบียนรถ | 车牌 | 车牌号 | 車牌 | ナンバープレート |
    차량번호""",
    T.ORDER_NUMBER: """order | order number | order no | order id | tracking number |
    tracking id | tracking | booking number | booking reference | booking id |
    confirmation number | confirmation code | reservation number | reservation code | reference |
    reference number | invoice number | transaction id | receipt number | ticket number | pnr |
    número de pedido | pedido | n.º de pedido | nº de pedido | número de seguimiento |
    localizador | código de reserva | código de rastreio | numéro de commande | numéro de suivi |
    référence | bestellnummer | sendungsnummer | buchungsnummer | auftragsnummer |
    rechnungsnummer | numero ordine | numero d'ordine | codice prenotazione | номер заказа |
    заказ | трек-номер | номер бронирования | номер отправления | номер на поръчка |
    numer zamówienia | numer przesyłki | číslo objednávky | bestelnummer | ordernummer |
    sipariş no | takip no | رقم الطلب | رقم الشحنة | رقم الحجز | מספר הזמנה | ऑर्डर नंबर |
    mã đơn hàng | mã vận đơn | nomor pesanan | no. resi | หมายเลขคำสั่งซื้อ | 订单号 | 订单编号 |
    运单号 | 快递单号 | 交易单号 | 訂單編號 | 注文番号 | 予約番号 | お問い合わせ番号 | 주문번호 |
    운송장번호 | 예약번호""",
    T.HEALTH_INFO: """blood type | blood group | allergies | allergy | medication | medications |
    medicine | prescription | diagnosis | diagnoses | condition | conditions |
    medical conditions | symptoms | síntomas | symptome | sintomi | симптомы | תסמינים | 症状 |
    heart rate | resting heart rate | blood pressure |
    blood glucose | glucose | blood sugar | weight | body weight | bmi | body fat | hba1c |
    cholesterol | temperature (body) | disability | vaccinations | immunizations | last period |
    cycle day | grupo sanguíneo | alergias | medicamentos | diagnóstico | presión arterial |
    peso | tipo sanguíneo | groupe sanguin | allergies | médicaments | diagnostic |
    tension artérielle | poids | blutgruppe | allergien | medikamente | diagnose | blutdruck |
    gewicht | gruppo sanguigno | allergie | farmaci | diagnosi | группа крови | аллергия |
    аллергии | лекарства | диагноз | давление | пульс | вес | grupa krwi | alergie | leki |
    kan grubu | alerjiler | فصيلة الدم | الحساسية | الأدوية | التشخيص | סוג דם | אלרגיות |
    nhóm máu | dị ứng | golongan darah | alergi | หมู่เลือด | 血型 | 过敏史 | 过敏 | 药物 |
    诊断 | 病史 | 心率 | 血压 | 血糖 | 体重 | 血液型 | アレルギー | 薬 | 診断 | 血圧 | 혈액형 |
    알레르기 | 진단 | 혈압 | 혈당""",
    T.EMPLOYER_OR_SCHOOL: """employer | company | company name | workplace | works at |
    organization | organisation | school | university | college | studied at | education |
    institution | empresa | escuela | universidad | trabaja en | escola | universidade |
    entreprise | employeur | société | école | université | firma | arbeitgeber | unternehmen |
    schule | universität | azienda | datore di lavoro | scuola | università | компания |
    организация | место работы | работодатель | школа | университет | вуз | място на работа |
    firma | pracodawca | uczelnia | bedrijf | werkgever | arbetsgivare | şirket | okul | الشركة |
    جهة العمل | المدرسة | الجامعة | חברה | בית ספר | công ty | trường | perusahaan | sekolah |
    บริษัท | โรงเรียน | 公司 | 单位 | 工作单位 | 企业 | 学校 | 大学 | 會社 | 会社 | 勤務先 |
    学校名 | 회사 | 직장 | 학교""",
    T.GROUP_NAME: """group name | group | nombre del grupo | nome do grupo | nom du groupe |
    gruppenname | название группы | 群名称 | 群聊名称 | グループ名 | 그룹 이름""",
}  # fmt: skip
GIVEN = """first name | given name | nombre | nombres | prénom | vorname | имя | imię |
    voornaam | ad | nome | 名"""
FAMILY = """last name | surname | family name | apellido | apellidos | nom | nom de famille |
    nachname | фамилия | nazwisko | achternaam | soyad | cognome | sobrenome | 姓"""
# Labels of the parts of one name, for forms that ask for them apart.

_EDGES = " \t\n:：*.,·•|()（）#№?"
_OPTIONAL = re.compile(
    r"\s*[(（](?:optional|required|opcional|необязательно|可选|选填|必填)[)）]\s*$"
)
_POSSESSIVE = re.compile(r"^(?:your|my|tu|su|seu|votre|ihre?) ")


_ARTICLE = re.compile(r"(?<!\w)(?:ה(?=[א-ת]{3})|ال(?=[ء-ي]{3}))")
"""The Hebrew and the Arabic article, a part of the word."""


def label_key(text: str) -> str:
    """The text as labels are compared: folded, without articles that are a part of a word."""
    plain = _OPTIONAL.sub("", fold(text)).replace("’", "'").strip(_EDGES)
    return plain if plain.isascii() else _ARTICLE.sub("", plain)


def keys(labels: str) -> frozenset[str]:
    """The ``|``-separated labels as :func:`label_key` writes them."""
    return frozenset(label_key(label) for label in labels.split("|"))


@lru_cache(maxsize=1)
def _types() -> dict[str, T]:
    found: dict[str, T] = {}
    for type_, labels in _TABLE.items():
        for key in sorted(keys(labels) - {""}):
            found.setdefault(key, type_)
    return found


@lru_cache(maxsize=4096)
def label_type(text: str) -> T | None:
    """The type of value that the text announces when it stands alone, or None."""
    if len(text) > 48:
        return None
    key = label_key(text)
    return _types().get(key) or _types().get(_POSSESSIVE.sub("", key)) or _han_label(key)


def _han_label(key: str) -> T | None:
    """The type of a compound of Han characters, by its end: 热点密码 is a 密码."""
    if not 4 <= len(key) <= 8 or not all(map(is_cjk, key)):
        return None
    found = _types().get(key[-2:])
    return None if found is T.HEALTH_INFO else found  # 对青霉素过敏 is what somebody has.
